import type { Context } from '../core/kernel/context'
import { MINUTE, SECOND } from '../core/kernel/time'
import * as documents from '../core/knowledge/documents'
import * as indexing from '../core/knowledge/indexing'
import type { DocumentReader, Reading } from '../ports/reading'
import { createTasks, storeResult } from './tasks'
import { createWorker, type Worker } from './worker'

/** How many documents are read at the same time; few, because calls need the machine more. */
const AT_ONCE = 2

/** How long reading one document may take, wall time. */
const TIMEOUT = 5 * MINUTE

/** A document fails when the service has crashed this many times while it was read. */
const TRIES = 3

/** Progress is published this often at most. */
const PUBLISH_EVERY = SECOND

const tooSlow = new Error('it took too long')
const deleted = new Error('the document was deleted')

/** Reads documents into passages that can be searched, also those that were not read when the service ended. */
export function createIndexer(context: Context, reader: DocumentReader): Worker {
  const tasks = createTasks(context, { name: 'indexer', most: AT_ONCE, onFree: () => worker.wake() })

  async function index(document: documents.Document, signal: AbortSignal) {
    const { id } = document
    const reading: Reading =
      document.tries > TRIES
        ? { unreadable: 'The service ended again and again while it was read.' }
        : await readOnce(document, signal)
    await storeResult(
      context,
      signal,
      { documentId: id },
      {
        store() {
          if ('unreadable' in reading) indexing.fail(context, id, reading.unreadable)
          else indexing.finish(context, id, reading.passages, reading.warnings)
        },
        giveUp: () => indexing.fail(context, id, 'What was read could not be stored. The log says why.'),
      },
    )
  }

  async function readOnce(document: documents.Document, signal: AbortSignal): Promise<Reading> {
    const { id, type, file, links, relative_links_limit } = document
    const timeout = new AbortController()
    const cancel = context.wall.setTimer(context.wall.now() + TIMEOUT, () => timeout.abort(tooSlow))
    const either = AbortSignal.any([signal, timeout.signal])
    let published = context.wall.now()
    try {
      return await reader.read(
        {
          type,
          file: file === null ? null : context.documents.path(file),
          links,
          relativeLinksLimit: relative_links_limit ?? 0,
        },
        {
          signal: either,
          onProgress(done, total) {
            if (either.aborted || context.wall.now() < published + PUBLISH_EVERY) return
            published = context.wall.now()
            documents.publishProgress(context, document, { done, total })
          },
        },
      )
    } catch (error) {
      if (timeout.signal.aborted) return { unreadable: 'Reading it took longer than 5 minutes.' }
      if (!signal.aborted) context.log.warn({ err: error, documentId: id }, 'reading a document broke off')
      return { unreadable: 'Reading it broke off. The log says why.' }
    } finally {
      cancel()
    }
  }

  const worker = createWorker(context, {
    name: 'indexer',
    clock: context.wall,
    work() {
      for (const id of tasks.ids()) if (!documents.documentById(context.db, id)) tasks.abort(id, deleted)
      for (const id of indexing.toRead(context.db)) {
        if (tasks.free === 0) break
        if (tasks.has(id)) continue
        indexing.countTry(context, id)
        tasks.begin(id, signal => index(documents.documentById(context.db, id)!, signal))
      }
      return null
    },
    wakesOn: event => event.type === 'knowledgebase.changed' || (event.type === 'document.changed' && !event.progress),
    onStart: () => indexing.sweepFiles(context),
    onStop() {
      for (const id of tasks.ids()) indexing.uncountTry(context, id)
      // Waited for, because the reading threads must end before the store is closed.
      return tasks.stop()
    },
  })
  return worker
}
