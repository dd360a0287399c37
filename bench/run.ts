// Runs the benchmarks that are given as arguments, or all. They import sources of the service, so Vite loads them with
// the same transforms as the build.
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { nodeWorker } from '../scripts/node-worker.ts'

const { module } = await runnerImport<{ runAll(names: string[]): Promise<void> }>(join(import.meta.dirname, 'all.ts'), {
  configFile: false,
  root: join(import.meta.dirname, '..'),
  logLevel: 'error',
  plugins: [nodeWorker],
})
await module.runAll(process.argv.slice(2))
