import { createImporter, type Importer } from './importer'
import { UnreadableFile } from './read-file'

/** What the page asks the worker to do. */
export interface Asked {
  id: number
  name: keyof Importer
  given: unknown[]
}

export type Answered = { id: number } & ({ answer: unknown } | { code: string; message: string })

const importer = createImporter()

addEventListener('message', async ({ data: { id, name, given } }: MessageEvent<Asked>) => {
  let answered: Answered
  try {
    const work = importer[name] as (...given: unknown[]) => unknown
    answered = { id, answer: await work(...given) }
  } catch (error) {
    const code = error instanceof UnreadableFile ? error.code : ''
    answered = { id, code, message: (error as Error).message }
  }
  postMessage(answered)
})
