import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** Resolves imports with `?nodeWorker`, as electron-vite does. Here Node runs the TypeScript sources of the thread. */
export const nodeWorker: Plugin = {
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
