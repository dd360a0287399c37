import type { Context } from '../core/kernel/context'
import { ServiceError } from '../core/kernel/errors'
import { SECOND } from '../core/kernel/time'
import { getSettings } from '../core/workspace/settings'

/** All requests that fail to authenticate share one bucket. Requests with a valid key never use it. */
const FAILURES = { per_second: 5, burst: 50 }
/** The operations that stop the desk are never refused as too many, and take no token. */
export const UNLIMITED: ReadonlySet<string> = new Set(['dialing.pause', 'dialing.halt'])
/** How many buckets are kept in memory. When there are more, all are dropped and every caller begins with a full one. */
const MAX_BUCKETS = 1000

interface Bucket {
  tokens: number
  /** When `tokens` was computed, wall time. */
  at: number
}

export interface Limits {
  /** Takes one token from the bucket of a caller: an API key, or a user of the console. Throws `too_many_requests`. */
  spend(caller: string): void
  /** How many requests the bucket of a caller holds when it is full, and how many are left in it now. */
  left(caller: string): { limit: number; remaining: number }
  /** Takes one token for a failed authentication. Throws `too_many_requests` when the bucket is empty. */
  spendFailure(): void
  close(): void
}

/** Rate limits as token buckets, from the setting `rate_limit`. `close` stops following changes of the setting. */
export function createLimits(context: Context): Limits {
  let limit = getSettings(context.db).rate_limit
  const buckets = new Map<string, Bucket>()
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
    spend(caller) {
      let bucket = buckets.get(caller)
      if (!bucket) {
        if (buckets.size >= MAX_BUCKETS) buckets.clear()
        buckets.set(caller, (bucket = { tokens: limit.burst, at: context.wall.now() }))
      }
      take(bucket, limit)
    },
    left: caller => ({ limit: limit.burst, remaining: Math.floor(buckets.get(caller)?.tokens ?? limit.burst) }),
    spendFailure: () => take(failures, FAILURES),
    close: off,
  }
}
