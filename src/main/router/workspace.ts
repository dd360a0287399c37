import type { Settings as SettingsAnswer } from '../../contract/settings'
import { FieldErrors } from '../../contract/validation'
import { isoTime } from '../../contract/wire'
import * as catalogues from '../core/assistants/catalogue'
import { findProvider, getProvider, listProviders, setCredentials } from '../core/assistants/providers'
import { halt } from '../core/calls/hang-up'
import { type Context, transact } from '../core/kernel/context'
import { invalid } from '../core/kernel/errors'
import { streamOf } from '../core/kernel/event-stream'
import { momentOf } from '../core/kernel/time'
import { toMillionths, toUsd } from '../core/money/amounts'
import { statsOf, tooManyBuckets } from '../core/reporting/stats'
import { isSimulated } from '../core/workspace/desk-time'
import * as dialing from '../core/workspace/dialing-state'
import { changeSettings, getSettings, type Settings } from '../core/workspace/settings'
import type { ReadDb } from '../store/sql'
import { os, whenValid, whenValidLater, withErrors } from './wiring'

export function settingsRoutes(context: Context) {
  const { db } = context
  return os.settings.router({
    get: os.settings.get.handler(whenValid(() => settings(context, getSettings(db)))),
    update: os.settings.update.handler(
      withErrors((_, { values: { rates, low_balance, providers, ...change }, errors }) => {
        const model = change.evaluation_model_id
        if (model != null && catalogues.getModel(db, model)?.type !== 'llm')
          errors.add('evaluation_model_id', 'The evaluation_model_id field is not a language model of the catalogue.')
        providers?.forEach(({ id }, i) => {
          if (!findProvider(db, id)) errors.add(`providers.${i}.id`, `The providers.${i}.id field is not a provider.`)
        })
        if (errors.any) throw invalid(errors)
        const changed = transact(context, () => {
          for (const provider of providers ?? []) setCredentials(context, provider)
          return changeSettings(context, {
            ...change,
            ...(low_balance !== undefined && { low_balance: toMillionths(low_balance) }),
            rates: rates && withSmsInMillionths(rates),
          })
        })
        return { message: 'The settings were changed.', data: settings(context, changed) }
      }),
    ),
    testProvider: os.settings.testProvider.handler(
      whenValidLater((_, { id, model }) => context.models.test(getProvider(db, id).code, model)),
    ),
    addModel: os.settings.addModel.handler(
      whenValid((_, given) => ({ message: 'The model was added.', data: catalogues.addModel(context, given) })),
    ),
    removeModel: os.settings.removeModel.handler(
      whenValid((_, { id }) => {
        catalogues.removeModel(context, id)
        return { message: 'The model was removed.' }
      }),
    ),
  })
}

const withSmsInMillionths = ({ sms, ...rates }: { sms?: Record<string, number> }) => ({
  ...inMillionths(rates),
  ...(sms && { sms: inMillionths(sms) }),
})

const inMillionths = <T extends Record<string, number | undefined>>(rates: T) =>
  Object.fromEntries(
    Object.entries(rates).map(([name, usd]) => [name, usd === undefined ? undefined : toMillionths(usd)]),
  ) as T

export const statsRoutes = ({ db }: Context) =>
  os.stats.router({
    get: os.stats.get.handler(whenValid(({ userId }, input) => stats(db, userId, input))),
  })

export function dialingRoutes(context: Context) {
  const { db } = context
  return os.dialing.router({
    get: os.dialing.get.handler(whenValid(() => dialing.present(dialing.get(db)))),
    pause: os.dialing.pause.handler(
      whenValid((_, { reason }) => ({
        message: 'Dialing is paused.',
        data: dialing.present(dialing.set(context, 'paused', reason ?? null)),
      })),
    ),
    resume: os.dialing.resume.handler(
      whenValid(() => ({ message: 'Dialing goes on.', data: dialing.present(dialing.set(context, 'dialing', null)) })),
    ),
    halt: os.dialing.halt.handler(
      whenValid((_, { reason }) => ({
        message: 'Dialing is halted.',
        data: dialing.present(halt(context, reason ?? null)),
      })),
    ),
  })
}

export const eventsRoutes = (context: Context) =>
  os.events.router({
    stream: os.events.stream.handler(({ context: caller, signal }) => streamOf(context.bus, caller.userId, signal)),
  })

export const settings = ({ db, clock, speed }: Context, { rates, ...s }: Settings): SettingsAnswer => ({
  name: s.name,
  timezone: s.timezone,
  carrier: s.carrier,
  simulated: isSimulated(db),
  max_calls_in_parallel: s.max_calls_in_parallel,
  calls_per_second: s.calls_per_second,
  low_balance: toUsd(s.low_balance),
  rates: {
    call_minute: toUsd(rates.call_minute),
    widget_message: toUsd(rates.widget_message),
    sms: Object.fromEntries(Object.entries(rates.sms).map(([country, price]) => [country, toUsd(price)])),
  },
  rate_limit: s.rate_limit,
  retention_days: s.retention_days,
  evaluation_model_id: s.evaluation_model_id,
  providers: listProviders(db),
  now: isoTime(clock.now()),
  speed,
})

interface StatsInput {
  from: string
  to: string
  by: 'hour' | 'day'
  campaign_id?: number
}

/** The statistics of a span that is named by days or moments. */
export function stats(db: ReadDb, userId: number, { from, to, by, campaign_id }: StatsInput) {
  const { timezone } = getSettings(db)
  const span = { from: momentOf(from, timezone, false), to: momentOf(to, timezone, true) }
  const errors = new FieldErrors()
  if (span.from >= span.to) errors.add('to', 'The to field must not be before from.')
  else if (tooManyBuckets(span, by)) errors.add('to', `The to field is too far from from to be counted by ${by}.`)
  if (errors.any) throw invalid(errors)
  const found = statsOf(db, userId, span, by, campaign_id)
  return {
    from: isoTime(found.from),
    to: isoTime(found.to),
    by,
    timezone,
    totals: found.totals,
    week_before: found.weekBefore,
    buckets: found.buckets.map(bucket => ({ ...bucket, start: isoTime(bucket.start) })),
  }
}
