import type { Importer } from './importer'
import type { Answered, Asked } from './worker'

/** The functions of the importer, answered by the worker. */
type Remote = {
  [K in keyof Importer]: (...given: Parameters<Importer[K]>) => Promise<Awaited<ReturnType<Importer[K]>>>
}

/** Why the worker could not do what it was asked. `code` as in UnreadableFile, or empty. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed'
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** Starts a worker that reads one file. */
export function startImporter(): Remote & { stop: () => void } {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('answer' in data) asked?.resolve(data.answer)
    else asked?.reject(new WorkerFailed(data.code, data.message))
  })
  worker.addEventListener('error', event => {
    for (const asked of waiting.values()) asked.reject(new WorkerFailed('', event.message))
    waiting.clear()
  })
  const ask =
    (name: keyof Importer) =>
    (...given: unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, name, given } satisfies Asked)
      })
  const names = [
    'read',
    'columns',
    'preview',
    'check',
    'leads',
    'leaveOut',
    'cells',
  ] as const satisfies (keyof Importer)[]
  return {
    ...(Object.fromEntries(names.map(name => [name, ask(name)])) as unknown as Remote),
    stop: () => worker.terminate(),
  }
}
