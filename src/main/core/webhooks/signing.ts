import { createHmac, randomBytes } from 'node:crypto'
import { all, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { DAY } from '../kernel/time'
import { getState, setState } from '../workspace/state'
import type { Delivery } from './deliveries'

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The secrets to sign with, newest first: two for a day after a rotation, else one. */
export function signingSecrets(context: Context): string[] {
  const sealed = getState<string[]>(context.db, 'webhook_secrets')
  if (!sealed) {
    const made = newSecret()
    setState(context.db, 'webhook_secrets', [context.secrets.seal(made)])
    return [made]
  }
  const overlapUntil = getState<number>(context.db, 'webhook_secrets_overlap_until') ?? Infinity
  return sealed
    .slice(0, context.wall.now() < overlapUntil ? sealed.length : 1)
    .map(secret => context.secrets.open(secret))
}

/** After a rotation, webhooks are signed with the old secret too for this long, wall time. */
const OVERLAP = DAY

export interface SecretState {
  /** The last characters of the secret, by which a person knows it. */
  hint: string
  /** Wall time of the last rotation; null: it is the first secret, which nobody was shown. */
  rotatedAt: number | null
  /** Until when the old secret signs too, wall time; null when it does not. */
  oldValidUntil: number | null
}

/** What may be known of the signing secret without showing it. */
export function secretState(context: Context): SecretState {
  const [secret] = transact(context, () => signingSecrets(context))
  const until = getState<number>(context.db, 'webhook_secrets_overlap_until')
  return {
    hint: secret!.slice(-5),
    rotatedAt: until === undefined ? null : until - OVERLAP,
    oldValidUntil: until !== undefined && context.wall.now() < until ? until : null,
  }
}

/** Creates a new signing secret. It is shown only now. */
export function rotateSecret(context: Context): { secret: string; oldValidUntil: number } {
  return transact(context, () => {
    const [current] = signingSecrets(context)
    const secret = newSecret()
    const oldValidUntil = context.wall.now() + OVERLAP
    setState(
      context.db,
      'webhook_secrets',
      [secret, current!].map(one => context.secrets.seal(one)),
    )
    setState(context.db, 'webhook_secrets_overlap_until', oldValidUntil)
    for (const { id } of all<{ id: number }>(context.db, sql`SELECT id FROM users`))
      context.bus.publish(id, { type: 'webhook_secret.changed' })
    return { secret, oldValidUntil }
  })
}

/** The headers of a webhook, signed as in Standard Webhooks (standardwebhooks.com): HMAC-SHA256 of `id.timestamp.body`. */
export function signedHeaders(
  context: Context,
  delivery: Pick<Delivery, 'webhook_id' | 'body'>,
): Record<string, string> {
  const timestamp = String(Math.floor(context.wall.now() / 1000))
  const signatures = signingSecrets(context).map(secret => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${delivery.webhook_id}.${timestamp}.${delivery.body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Callwright',
    'webhook-id': delivery.webhook_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
