import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { nodeWorker } from './scripts/node-worker.ts'

/** The slowest test files, the slowest first. They are started first, so that none of them runs alone at the end. */
const long = [
  'e2e/shifts',
  'e2e/german',
  'e2e/packaged',
  'e2e/widths',
  'e2e/campaigns',
  'maintenance',
  'contract/generated',
  'e2e/',
  'cli',
  'crash',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex(part => moduleId.includes(`/${part}`))
      return at < 0 ? long.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  plugins: [nodeWorker],
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // As long as browser tests wait for a page: a busy machine must not cause failures.
    expect: { poll: { timeout: 15_000 } },
    // Processes, not threads. A process runs several files one after the other, because loading the service takes
    // longer than most tests. Files share nothing else: each test has its own data folder and port.
    pool: 'forks',
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // More than the cores of a small machine, because browser tests mostly wait.
    maxWorkers: 3,
  },
})
