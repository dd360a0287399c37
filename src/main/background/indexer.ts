import type { Context } from '../core/kernel/context'
import { MINUTE, SECOND } from '../core/kernel/time'
import * as knowledge from '../core/knowledge/documents'
import * as indexing from '../core/knowledge/indexing'
import { sweepFiles, toRead } from '../core/knowledge/indexing'
import type { DocumentReader, Reading } from '../ports/reading'
import { createTimer, type Worker } from './worker'

/** Documents that are read at once: reading must leave the machine to calls. */
const AT_ONCE = 2
/** Of wall time. */
const LONGEST = 5 * MINUTE
/** A document during which the service ended so often, other than by being stopped, is what ends it. */
const TRIES = 3
/** When what was read cannot be stored, as when another program holds the database. */
const STORE_AGAIN_AFTER = 5 * SECOND
/** Screens need no more. */
const TELL_EVERY = SECOND

const stopped = new Error('the service stops')
const tooSlow = new Error('it took too long')
const gone = new Error('the document was deleted')

/** Reads documents into passages that can be searched, also those that waited when the service last ended. */
export function createIndexer(context: Context, reader: DocumentReader): Worker {
  const underWay = new Map<number, { abort: AbortController; end: Promise<void> }>()
  const timer = createTimer(context, context.wall, 'indexer', () => {
    for (const id of toRead(context.db)) {
      if (underWay.size >= AT_ONCE) break
      if (underWay.has(id)) continue
      indexing.countTry(context, id)
      const abort = new AbortController()
      underWay.set(id, { abort, end: index(knowledge.documentById(context.db, id)!, abort) })
    }
    return null
  })

  async function index(document: knowledge.Document, abort: AbortController) {
    const { id } = document
    const reading: Reading =
      document.tries > TRIES
        ? { unreadable: 'The service ended again and again while it was read.' }
        : await readOnce(document, abort)
    await keep(id, reading, abort.signal)
    underWay.delete(id)
    timer.poke()
  }

  async function readOnce(document: knowledge.Document, abort: AbortController): Promise<Reading> {
    const { id, user_id: userId, knowledgebase_id, type, file, links, relative_links_limit } = document
    const cancel = context.wall.setTimer(context.wall.now() + LONGEST, () => abort.abort(tooSlow))
    let told = context.wall.now()
    try {
      return await reader.read(
        {
          type,
          file: file === null ? null : context.documents.path(file),
          links,
          relativeLinksLimit: relative_links_limit ?? 0,
        },
        {
          signal: abort.signal,
          onProgress(done, total) {
            if (abort.signal.aborted || context.wall.now() < told + TELL_EVERY) return
            told = context.wall.now()
            const progress = { done, total }
            context.bus.publish(userId, {
              type: 'document.changed',
              id,
              knowledgebase_id,
              status: 'processing',
              progress,
            })
          },
        },
      )
    } catch (error) {
      if (abort.signal.reason === tooSlow) return { unreadable: 'Reading it took longer than 5 minutes.' }
      if (!abort.signal.aborted) context.log.warn({ err: error, documentId: id }, 'reading a document broke off')
      return { unreadable: 'Reading it broke off. The log says why.' }
    } finally {
      cancel()
    }
  }

  /** Stores what was read, if it takes some tries; what nobody waits for any more is forgotten. */
  async function keep(id: number, reading: Reading, signal: AbortSignal) {
    while (signal.reason !== stopped && signal.reason !== gone) {
      try {
        if ('unreadable' in reading) indexing.fail(context, id, reading.unreadable)
        else indexing.finish(context, id, reading.passages, reading.warnings)
        return
      } catch (error) {
        context.log.error({ err: error, documentId: id }, 'what was read of a document could not be stored')
      }
      await new Promise<void>(resolve => {
        context.wall.setTimer(context.wall.now() + STORE_AGAIN_AFTER, resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }

  let off: (() => void) | undefined
  return {
    start() {
      if (off) return
      sweepFiles(context)
      off = context.bus.on(event => {
        const isAbout = event.type === 'knowledgebase.changed' || (event.type === 'document.changed' && !event.progress)
        if (!isAbout) return
        for (const [id, { abort }] of underWay) if (!knowledge.documentById(context.db, id)) abort.abort(gone)
        timer.poke()
      })
      timer.start()
    },
    async stop() {
      off?.()
      off = undefined
      timer.stop()
      for (const [id, { abort }] of underWay) {
        abort.abort(stopped)
        indexing.uncountTry(context, id)
      }
      await Promise.all([...underWay.values()].map(({ end }) => end))
    },
  }
}
