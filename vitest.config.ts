import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What electron-vite makes of `?nodeWorker`; here Node runs the thread's sources as they are. */
const nodeWorker: Plugin = {
  name: 'node-worker',
  enforce: 'pre',
  async resolveId(id, importer) {
    const file = id.endsWith('?nodeWorker') && (await this.resolve(id.slice(0, -'?nodeWorker'.length), importer))
    return file && `${file.id}?nodeWorker`
  },
  load(id) {
    if (!id.endsWith('?nodeWorker')) return
    const url = pathToFileURL(id.slice(0, -'?nodeWorker'.length)).href
    return `import { Worker } from 'node:worker_threads'
      export default options => new Worker(new URL(${JSON.stringify(url)}), options)`
  },
}

/** Those that take longest, the longest first: the last of them should not run alone at the end. */
const long = ['e2e/packaged', 'e2e/campaigns', 'generated', 'e2e/', 'cli', 'crash']

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
    // As patient as a browser test is with its page: what takes long on a busy machine is no failure.
    expect: { poll: { timeout: 15_000 } },
    // Processes, not threads. A process takes one file after the other: to load the service costs more than most tests.
    // Files share nothing else, since each test has a data folder and a port of its own.
    pool: 'forks',
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // More than the cores of a small machine: browser tests mostly wait.
    maxWorkers: 3,
  },
})
