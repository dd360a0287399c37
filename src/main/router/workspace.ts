import type { Settings as SettingsAnswer } from '../../contract/settings'
import { Faults } from '../../contract/validation'
import { isoTime } from '../../contract/wire'
import * as catalogues from '../core/assistants/catalogue'
import { findProvider, getProvider, listProviders, setCredentials } from '../core/assistants/providers'
import { halt } from '../core/calls/hang-up'
import { type Desk, transact } from '../core/kernel/context'
import { invalid } from '../core/kernel/errors'
import { streamOf } from '../core/kernel/event-stream'
import { momentOf } from '../core/kernel/time'
import { toMillionths, toUsd } from '../core/money/amounts'
import { statsOf, tooManyBuckets } from '../core/reporting/stats'
import { isSimulated } from '../core/workspace/desk-time'
import * as dialing from '../core/workspace/dialing-state'
import { changeSettings, getSettings, type Settings } from '../core/workspace/settings'
import type { ReadDb } from '../store/sql'
import { drafted, os, sound, soundSlow } from './wiring'

export function settingsRoutes(desk: Desk) {
  const { db } = desk
  return os.settings.router({
    get: os.settings.get.handler(sound(() => settings(desk, getSettings(db)))),
    update: os.settings.update.handler(
      drafted((_, { values: { rates, low_balance, providers, ...change }, faults }) => {
        const model = change.evaluation_model_id
        if (model != null && catalogues.getModel(db, model)?.type !== 'llm')
          faults.add('evaluation_model_id', 'The evaluation_model_id field is not a language model of the catalogue.')
        providers?.forEach(({ id }, i) => {
          if (!findProvider(db, id)) faults.add(`providers.${i}.id`, `The providers.${i}.id field is not a provider.`)
        })
        if (faults.any) throw invalid(faults)
        const changed = transact(desk, () => {
          for (const provider of providers ?? []) setCredentials(desk, provider)
          return changeSettings(desk, {
            ...change,
            ...(low_balance !== undefined && { low_balance: toMillionths(low_balance) }),
            rates: rates && withSmsInMillionths(rates),
          })
        })
        return { message: 'The settings were changed.', data: settings(desk, changed) }
      }),
    ),
    testProvider: os.settings.testProvider.handler(
      soundSlow((_, { id, model }) => desk.models.test(getProvider(db, id).code, model)),
    ),
    addModel: os.settings.addModel.handler(
      sound((_, given) => ({ message: 'The model was added.', data: catalogues.addModel(desk, given) })),
    ),
    removeModel: os.settings.removeModel.handler(
      sound((_, { id }) => {
        catalogues.removeModel(desk, id)
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

export const statsRoutes = ({ db }: Desk) =>
  os.stats.router({
    get: os.stats.get.handler(sound(({ userId }, input) => stats(db, userId, input))),
  })

export function dialingRoutes(desk: Desk) {
  const { db } = desk
  return os.dialing.router({
    get: os.dialing.get.handler(sound(() => dialing.present(dialing.get(db)))),
    pause: os.dialing.pause.handler(
      sound((_, { reason }) => ({
        message: 'Dialing is paused.',
        data: dialing.present(dialing.set(desk, 'paused', reason ?? null)),
      })),
    ),
    resume: os.dialing.resume.handler(
      sound(() => ({ message: 'Dialing goes on.', data: dialing.present(dialing.set(desk, 'dialing', null)) })),
    ),
    halt: os.dialing.halt.handler(
      sound((_, { reason }) => ({
        message: 'Dialing is halted.',
        data: dialing.present(halt(desk, reason ?? null)),
      })),
    ),
  })
}

export const eventsRoutes = (desk: Desk) =>
  os.events.router({
    stream: os.events.stream.handler(({ context, signal }) => streamOf(desk.bus, context.userId, signal)),
  })

export const settings = ({ db, clock, speed }: Desk, { rates, ...s }: Settings): SettingsAnswer => ({
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
  const faults = new Faults()
  if (span.from >= span.to) faults.add('to', 'The to field must not be before from.')
  else if (tooManyBuckets(span, by)) faults.add('to', `The to field is too far from from to be counted by ${by}.`)
  if (faults.any) throw invalid(faults)
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
