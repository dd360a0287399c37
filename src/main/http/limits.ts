import type { Context } from '../core/kernel/context'
import { ServiceError } from '../core/kernel/errors'
import { SECOND } from '../core/kernel/time'
import { getSettings } from '../core/workspace/settings'

/** What fails to authenticate shares one bucket, which a good key never draws from. */
const FAILURES = { per_second: 5, burst: 50 }
/** So many buckets are remembered; a full one that is forgotten is no loss. */
const MOST = 1000

interface Bucket {
  tokens: number
  at: number
}

export interface Limits {
  /** Takes one request from the bucket of a good key. Throws `too_many_requests`. */
  spend(keyId: number): void
  /** Takes one failure. Throws `too_many_requests` in place of whatever would have been said. */
  spendFailure(): void
  close(): void
}

/** Token buckets: so many requests a second, and a burst of so many at once. */
export function createLimits(context: Context): Limits {
  let limit = getSettings(context.db).rate_limit
  const buckets = new Map<number, Bucket>()
  const failures: Bucket = { tokens: FAILURES.burst, at: context.wall.now() }
  const off = context.bus.on(event => {
    if (event.type === 'settings.changed') limit = getSettings(context.db).rate_limit
  })

  function take(bucket: Bucket, { per_second, burst }: typeof limit) {
    const now = context.wall.now()
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) * per_second) / SECOND)
    bucket.at = now
    if (bucket.tokens < 1) {
      const retry_after = Math.max(1, Math.ceil((1 - bucket.tokens) / per_second))
      throw new ServiceError('too_many_requests', `Too many requests. Try again in ${retry_after} s.`, {
        extra: { retry_after },
      })
    }
    bucket.tokens--
  }

  return {
    spend(keyId) {
      let bucket = buckets.get(keyId)
      if (!bucket) {
        if (buckets.size >= MOST) buckets.clear()
        buckets.set(keyId, (bucket = { tokens: limit.burst, at: context.wall.now() }))
      }
      take(bucket, limit)
    },
    spendFailure: () => take(failures, FAILURES),
    close: off,
  }
}
