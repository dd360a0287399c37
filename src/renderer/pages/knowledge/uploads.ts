import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { createStore } from 'zustand/vanilla'
import type { DocumentType } from '../../../contract/knowledgebases'
import type { Desk } from '../../stores/desk'
import { beginWork } from '../../stores/works'
import { t } from '../../words/words'

/** A file on its way to a knowledge base. It goes on when the page is left. */
export interface Upload {
  key: number
  /** The id of the knowledge base. */
  base: number
  file: File
  state: 'waiting' | 'sending' | 'refused'
  /** Why it was refused. */
  why: string | null
  /** It would be refused again. */
  isFinal: boolean
}

/** How many files are sent at once. */
const AT_ONCE = 2

const store = createStore<{ uploads: Upload[] }>(() => ({ uploads: [] }))
const sending = new Map<number, AbortController>()
let keys = 0
/** Of files that are sent at once, bytes: with more than these the corner shows how far it is, on every page. */
const LONG = 10_000_000
let work: ReturnType<typeof beginWork> | null = null
let sent = 0

/** The files that are on their way to a knowledge base, or were refused. */
export const useUploads = (base: number): Upload[] =>
  useStore(
    store,
    useShallow(({ uploads }) => uploads.filter(upload => upload.base === base)),
  )

const change = (key: number, to: Partial<Upload>) =>
  store.setState(({ uploads }) => ({
    uploads: uploads.map(upload => (upload.key === key ? { ...upload, ...to } : upload)),
  }))
const drop = (key: number) =>
  store.setState(({ uploads }) => ({ uploads: uploads.filter(upload => upload.key !== key) }))

const add = (base: number, given: (Pick<Upload, 'file'> & Partial<Upload>)[]) =>
  store.setState(({ uploads }) => ({
    uploads: [
      ...uploads,
      ...given.map(one => ({ key: ++keys, base, state: 'waiting' as const, why: null, isFinal: false, ...one })),
    ],
  }))

/** Sends files to a knowledge base, a few at once. */
export function upload(desk: Desk, base: number, files: readonly File[]) {
  add(
    base,
    files.map(file => ({ file })),
  )
  sendNext(desk)
}

/** Shows files that cannot be taken, each with why. */
export const showRefused = (base: number, refused: readonly { file: File; why: string }[]) =>
  add(
    base,
    refused.map(one => ({ ...one, state: 'refused', isFinal: true })),
  )

/** Stops sending a file, or stops showing that it was refused. */
export function cancel(desk: Desk, key: number) {
  sending.get(key)?.abort()
  drop(key)
  sendNext(desk)
}

export function sendAgain(desk: Desk, key: number) {
  change(key, { state: 'waiting', why: null })
  sendNext(desk)
}

function sendNext(desk: Desk) {
  showWork(desk)
  for (const next of store.getState().uploads) {
    if (sending.size >= AT_ONCE) return
    if (next.state === 'waiting') void send(desk, next)
  }
}

/** Shows in the corner how many files were sent, as long as there are more. */
function showWork(desk: Desk) {
  const left = store.getState().uploads.filter(({ state }) => state !== 'refused')
  if (left.length === 0) {
    work?.end()
    work = null
    sent = 0
    return
  }
  if (!work && left.reduce((sum, { file }) => sum + file.size, 0) > LONG)
    work = beginWork({
      title: t('Sending files'),
      href: `#/knowledge/${left[0]!.base}`,
      cancel() {
        for (const { key, state } of store.getState().uploads) if (state !== 'refused') cancel(desk, key)
      },
    })
  work?.progress(sent, sent + left.length)
}

async function send(desk: Desk, { key, base, file }: Upload) {
  const abort = new AbortController()
  sending.set(key, abort)
  change(key, { state: 'sending' })
  const { client, ask, queries } = desk
  try {
    const input = { id: base, name: nameOf(file), type: typeOf(file), file }
    const { data } = await client.documents.create(input, { signal: abort.signal })
    if (abort.signal.aborted) {
      // It was sent before it could be stopped.
      await client.documents.remove({ id: base, documentId: data.id })
      return
    }
    const list = ask.documents.list.queryKey({ input: { id: base } })
    queries.setQueryData(list, known =>
      known && !known.data.some(({ id }) => id === data.id) ? { data: [data, ...known.data] } : known,
    )
    sent++
    drop(key)
    desk.hurry()
  } catch (error) {
    if (!abort.signal.aborted) change(key, { state: 'refused', why: (error as Error).message })
  } finally {
    sending.delete(key)
    sendNext(desk)
  }
}

/** The name of a document is that of its file without the ending. */
const nameOf = ({ name }: File) => [...(name.replace(/\.[^.]+$/, '') || name)].slice(0, 255).join('')

const byEnding: Record<string, DocumentType> = {
  pdf: 'pdf',
  docx: 'docx',
  txt: 'txt',
  md: 'md',
  markdown: 'md',
  html: 'html',
  htm: 'html',
}

/** The kinds of files that are read, as MIME types with their endings. */
export const kinds: Record<string, string[]> = {
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'text/plain': ['.txt'],
  'text/markdown': ['.md', '.markdown'],
  'text/html': ['.html', '.htm'],
}

/** By the ending of its name, else by the type that the browser says. */
function typeOf({ name, type }: File): DocumentType {
  const known = byEnding[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '']
  return known ?? byEnding[kinds[type]?.[0]?.slice(1) ?? ''] ?? 'txt'
}
