import { createHash } from 'node:crypto'
import { type Context, transact } from '../core/kernel/context'
import { conflict, ServiceError } from '../core/kernel/errors'
import {
  dropRecord,
  findRecord,
  type IdempotencyKey,
  type IdempotencyRecord,
  keepRecord,
} from '../core/workspace/idempotency'
import type { Once } from '../router'
import { refusalOf } from './respond'

export interface Answer {
  status: number
  /** JSON. */
  body: string
  /** The answer was stored by an earlier request with the same key. */
  replayed: boolean
}

export interface Asked extends IdempotencyKey {
  body: unknown
  /** The status of success. */
  status: number
}

/**
 * Runs a request with an `Idempotency-Key` once. A repeated request gets the first answer again, also when it arrives
 * while the first one runs, and after a restart. The answer is stored in the transaction of the change, so that a crash
 * leaves both or neither. When the change cannot be one transaction, a record without an answer is stored first; after
 * a crash, a repeated request is refused with `conflict`. Answers of 429 and 5xx are not stored.
 */
export function createIdempotency(context: Context) {
  /** The requests that run now, by scope and key. */
  const running = new Map<string, Promise<void>>()

  return async function once(asked: Asked, work: (once: Once) => Promise<unknown>): Promise<Answer> {
    const fingerprint = createHash('sha256').update(JSON.stringify(asked.body)).digest()
    const name = `${asked.scope} ${asked.key}`
    for (let first = running.get(name); first; first = running.get(name)) await first
    const earlier = replay(findRecord(context, asked), fingerprint)
    if (earlier) return earlier

    let done = () => {}
    running.set(name, new Promise(resolve => (done = resolve)))
    const store = (status: number | null, output: unknown) =>
      keepRecord(context, asked, { fingerprint, status, body: status === null ? null : JSON.stringify(output) })
    /** Stores the answer of work that is done already. If that fails, the work stays done, and so its record stays. */
    const storeDone = async (output: unknown) => {
      try {
        transact(context, () => store(asked.status, output))
        await context.commits.settled()
      } catch (error) {
        context.log.error({ err: error }, 'the answer of a request with an Idempotency-Key could not be stored')
      }
    }
    let begun = false
    try {
      const output = await work({
        commit: change =>
          transact(context, () => {
            const result = change()
            store(asked.status, result)
            return result
          }),
        begin() {
          begun = true
          store(null, null)
        },
      })
      if (begun) await storeDone(output)
      return { status: asked.status, body: JSON.stringify(output), replayed: false }
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal && refusal.status < 500 && refusal.status !== 429) store(refusal.status, refusal.body)
      else if (begun) dropRecord(context, asked)
      throw error
    } finally {
      running.delete(name)
      done()
    }
  }
}

/** The stored answer. Throws when the body differs from the first one, or when the first request was interrupted. */
function replay(record: IdempotencyRecord | undefined, fingerprint: Buffer): Answer | null {
  if (!record) return null
  if (!record.fingerprint.equals(fingerprint))
    throw new ServiceError('invalid', 'This Idempotency-Key was used with another body.', {
      errors: { 'Idempotency-Key': ['This Idempotency-Key was used with another body.'] },
    })
  if (record.status === null)
    throw conflict('The first request with this Idempotency-Key was cut off. See what it did before you send another.')
  return { status: record.status, body: record.body!, replayed: true }
}
