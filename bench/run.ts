// Runs the benchmarks that are named, or all. They import the service's own source, which Vite reads as the build does.
import { join } from 'node:path'
import { runnerImport } from 'vite'

const { module } = await runnerImport<{ runAll(names: string[]): Promise<void> }>(join(import.meta.dirname, 'all.ts'), {
  configFile: false,
  root: join(import.meta.dirname, '..'),
  logLevel: 'error',
})
await module.runAll(process.argv.slice(2))
