import type { ModelRef } from '../../ports/brief'
import type { ModelTrial } from '../../ports/models'
import { all, one, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { MINUTE, SECOND } from '../kernel/time'

/** A model that is out of order. */
export interface ModelTrouble {
  id: number
  provider: string
  code: string
  reason: string
  /** Desk time. */
  since: number
}

/** After this many calls in a row without an answer, over all campaigns, a model is known to be out of order. */
const FAILURES = 20

/** When a model that is out of order is tried again, wall time; the last value repeats. */
const TRY_AFTER = [30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE]

const known = sql`SELECT id, provider, code, reason, since FROM model_troubles WHERE since IS NOT NULL`

/** The models that are out of order, the latest first. */
export const troubles = (db: ReadDb): ModelTrouble[] =>
  all<ModelTrouble>(db, sql`${known} ORDER BY since DESC, id DESC`)

/** Why a model is known to be out of order; undefined when it is not, or when there is no model. */
export const troubleOf = (db: ReadDb, ref: ModelRef | null): ModelTrouble | undefined =>
  ref === null ? undefined : one<ModelTrouble>(db, sql`${known} AND provider = ${ref.provider} AND code = ${ref.code}`)

/**
 * Counts a call in which a model could not answer. `isSure`: it is known to be out of order now, since a campaign has stopped
 * itself because of it. Call inside a transaction.
 */
export function noteFailure(context: Context, { provider, code }: ModelRef, reason: string, isSure: boolean) {
  const { failures, since } = one<{ failures: number; since: number | null }>(
    context.db,
    sql`INSERT INTO model_troubles (provider, code, failures, reason) VALUES (${provider}, ${code}, 1, ${reason})
      ON CONFLICT DO UPDATE SET failures = failures + 1, reason = excluded.reason RETURNING failures, since`,
  )!
  if (since !== null || !(isSure || failures >= FAILURES)) return
  run(
    context.db,
    sql`UPDATE model_troubles SET since = ${context.clock.now()}, next_try_at = ${context.wall.now() + TRY_AFTER[0]!}
      WHERE provider = ${provider} AND code = ${code}`,
  )
  publish(context, code, false, `The model ${code} does not answer. Campaigns that use it wait until it does.`)
}

/** A model has answered: it is in order. Call inside a transaction. */
export function noteSuccess(context: Context, { provider, code }: Pick<ModelRef, 'provider' | 'code'>) {
  const found = one<{ since: number | null }>(
    context.db,
    sql`SELECT since FROM model_troubles WHERE provider = ${provider} AND code = ${code}`,
  )
  if (!found) return
  run(context.db, sql`DELETE FROM model_troubles WHERE provider = ${provider} AND code = ${code}`)
  if (found.since !== null) publish(context, code, true, `The model ${code} answers again.`)
}

/** The credentials of a provider have changed: its models get another chance. Call inside a transaction. */
export const forgetTroubles = (context: Context, provider: string) =>
  run(context.db, sql`DELETE FROM model_troubles WHERE provider = ${provider}`)

/** Has a model tried at once that is out of order, since somebody waits for it. Call inside a transaction. */
export function trySoon(context: Context, ref: ModelRef | null) {
  const trouble = troubleOf(context.db, ref)
  if (!trouble) return
  run(context.db, sql`UPDATE model_troubles SET next_try_at = ${context.wall.now()} WHERE id = ${trouble.id}`)
  publish(context, trouble.code, false)
}

/** Takes the models that are to be tried now. Each is due again later, so that a crash loses none. */
export const claimDue = (context: Context): ModelTrouble[] =>
  transact(context, () => {
    const now = context.wall.now()
    const due = all<ModelTrouble & { tries: number }>(
      context.db,
      sql`SELECT id, provider, code, reason, since, tries FROM model_troubles WHERE next_try_at <= ${now}`,
    )
    for (const { id, tries } of due)
      run(
        context.db,
        sql`UPDATE model_troubles SET tries = tries + 1,
          next_try_at = ${now + TRY_AFTER[Math.min(tries + 1, TRY_AFTER.length - 1)]!} WHERE id = ${id}`,
      )
    return due
  })

/** Wall time; null: none is to be tried. */
export const nextTryAt = (db: ReadDb): number | null =>
  one<{ at: number | null }>(db, sql`SELECT min(next_try_at) AS at FROM model_troubles`)!.at

/** Records what a trial of a provider has shown. */
export const recordTrial = (context: Context, provider: string, { ok, model, message }: ModelTrial) =>
  transact(context, () => {
    if (model === undefined) return
    if (ok) noteSuccess(context, { provider, code: model })
    else
      run(
        context.db,
        sql`UPDATE model_troubles SET reason = ${message} WHERE provider = ${provider} AND code = ${model}`,
      )
  })

function publish(context: Context, code: string, works: boolean, text?: string) {
  for (const { id } of all<{ id: number }>(context.db, sql`SELECT id FROM users`)) {
    context.bus.publish(id, { type: 'model.changed', model: code, works })
    if (text) context.bus.publish(id, { type: 'operator.told', level: works ? 'info' : 'warning', text })
  }
}
