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
  /** It is the answer to an earlier twin. */
  again: boolean
}

export interface Asked extends IdempotencyKey {
  body: unknown
  /** The status of success. */
  status: number
}

/**
 * Does what is asked with an `Idempotency-Key` once: a twin gets the first answer again, also one that arrives
 * meanwhile, and over a restart. The answer is written in the transaction that makes the change, so that a crash leaves
 * both or neither; where the change takes its time, it is noted before that it has begun, and after a crash a twin is
 * told so. Answers of 429 and 5xx are not kept.
 */
export function createIdempotency(context: Context) {
  const underWay = new Map<string, Promise<void>>()

  return async function once(asked: Asked, work: (once: Once) => Promise<unknown>): Promise<Answer> {
    const fingerprint = createHash('sha256').update(JSON.stringify(asked.body)).digest()
    const name = `${asked.scope} ${asked.key}`
    for (let twin = underWay.get(name); twin; twin = underWay.get(name)) await twin
    const earlier = replay(findRecord(context, asked), fingerprint)
    if (earlier) return earlier

    let done = () => {}
    underWay.set(name, new Promise(resolve => (done = resolve)))
    const keep = (status: number | null, output: unknown) =>
      keepRecord(context, asked, { fingerprint, status, body: status === null ? null : JSON.stringify(output) })
    let begun = false
    try {
      const output = await work({
        commit: change =>
          transact(context, () => {
            const result = change()
            keep(asked.status, result)
            return result
          }),
        begin() {
          begun = true
          keep(null, null)
        },
      })
      if (begun) keep(asked.status, output)
      return { status: asked.status, body: JSON.stringify(output), again: false }
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal && refusal.status < 500 && refusal.status !== 429) keep(refusal.status, refusal.body)
      else if (begun) dropRecord(context, asked)
      throw error
    } finally {
      underWay.delete(name)
      done()
    }
  }
}

function replay(kept: IdempotencyRecord | undefined, fingerprint: Buffer): Answer | null {
  if (!kept) return null
  if (!kept.fingerprint.equals(fingerprint))
    throw new ServiceError('invalid', 'This Idempotency-Key was used with another body.', {
      errors: { 'Idempotency-Key': ['This Idempotency-Key was used with another body.'] },
    })
  if (kept.status === null)
    throw conflict('The first request with this Idempotency-Key was cut off. See what it did before you send another.')
  return { status: kept.status, body: kept.body!, again: true }
}
