import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'

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

export default defineConfig({
  plugins: [nodeWorker],
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // As patient as a browser test is with its page: what takes long on a busy machine is no failure.
    expect: { poll: { timeout: 15_000 } },
    // Each file is a process of its own: a real SQLite file, a real port.
    pool: 'forks',
    // More than the cores of a small machine: browser tests mostly wait.
    maxWorkers: 3,
  },
})
