import { createHash } from 'node:crypto'
import { type Desk, transact } from '../core/desk'
import { conflict, ServiceError } from '../core/errors'
import { dropAnswer, findAnswer, type KeptAnswer, keepAnswer, type Mark } from '../core/kept-answers'
import { refusalOf } from './respond'

export interface Answer {
  status: number
  /** JSON. */
  body: string
  /** It is the answer to an earlier twin. */
  again: boolean
}

export interface Asked extends Mark {
  body: unknown
  /** The status of success. */
  status: number
}

/** Runs the part of an operation that changes something. */
export type Commit = <T>(work: () => T) => T

class Twin extends Error {}

/**
 * Does what is asked with an `Idempotency-Key` once: a twin gets the first answer again, also one that arrives
 * meanwhile, and over a restart. The answer is written in the transaction that makes the change, so that a crash leaves
 * both or neither. Answers of 429 and 5xx are not kept.
 */
export function createIdempotency(desk: Desk) {
  const underWay = new Map<string, Promise<void>>()

  return async function once(asked: Asked, work: (commit: Commit) => Promise<unknown>): Promise<Answer> {
    const fingerprint = createHash('sha256').update(JSON.stringify(asked.body)).digest()
    const name = `${asked.scope} ${asked.key}`
    await underWay.get(name)
    const earlier = replay(findAnswer(desk, asked), fingerprint)
    if (earlier) return earlier

    const commit: Commit = change =>
      transact(desk, () => {
        // A twin may have come between the first look and here.
        if (findAnswer(desk, asked)) throw new Twin()
        const output = change()
        if (output instanceof Promise) {
          // Its end comes later; until then a twin waits, and after a crash it is told.
          keepAnswer(desk, asked, { fingerprint, status: null, body: null })
          underWay.set(
            name,
            output.then(
              () => {},
              () => {},
            ),
          )
        } else keepAnswer(desk, asked, { fingerprint, status: asked.status, body: JSON.stringify(output) })
        return output
      })
    try {
      const body = JSON.stringify(await work(commit))
      if (underWay.has(name)) keepAnswer(desk, asked, { fingerprint, status: asked.status, body })
      return { status: asked.status, body, again: false }
    } catch (error) {
      if (error instanceof Twin) {
        await underWay.get(name)
        return replay(findAnswer(desk, asked), fingerprint)!
      }
      const refusal = refusalOf(error)
      if (refusal && refusal.status < 500 && refusal.status !== 429)
        keepAnswer(desk, asked, { fingerprint, status: refusal.status, body: JSON.stringify(refusal.body) })
      else dropAnswer(desk, asked)
      throw error
    } finally {
      underWay.delete(name)
    }
  }
}

function replay(kept: KeptAnswer | undefined, fingerprint: Buffer): Answer | null {
  if (!kept) return null
  if (!kept.fingerprint.equals(fingerprint))
    throw new ServiceError('invalid', 'This Idempotency-Key was used with another body.', {
      errors: { 'Idempotency-Key': ['This Idempotency-Key was used with another body.'] },
    })
  if (kept.status === null)
    throw conflict('The first request with this Idempotency-Key was cut off. See what it did before you send another.')
  return { status: kept.status, body: kept.body!, again: true }
}
