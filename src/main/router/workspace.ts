import type { Settings as SettingsAnswer } from '../../contract/settings'
import type { StatsRequest } from '../../contract/stats'
import { isoTime } from '../../contract/wire'
import { counted } from '../../contract/words'
import * as catalogues from '../core/assistants/catalogue'
import { recordTrial } from '../core/assistants/model-health'
import { getProvider, listProviders } from '../core/assistants/providers'
import { haltAtOnce } from '../core/calls/hang-up'
import { changeDesk } from '../core/campaigns/change-desk'
import type { Context, Outside } from '../core/kernel/context'
import { toUsd } from '../core/money/amounts'
import { wouldClear } from '../core/privacy/retention'
import { costsOf } from '../core/reporting/costs'
import { type Stats, statsOf } from '../core/reporting/stats'
import { countryOfZone } from '../core/workspace/country'
import { isSimulated } from '../core/workspace/desk-time'
import * as dialing from '../core/workspace/dialing-state'
import { getSettings, type Settings } from '../core/workspace/settings'
import { os, whenValid, whenValidLater, withErrors } from './wiring'

export function settingsRoutes(context: Context, outside: Outside) {
  const { db } = context
  return os.settings.router({
    get: os.settings.get.handler(whenValid(() => settingsAnswer(context, getSettings(db)))),
    update: os.settings.update.handler(
      withErrors((_, input) => ({
        message: 'The settings were changed.',
        data: settingsAnswer(context, changeDesk(context, input)),
      })),
    ),
    testProvider: os.settings.testProvider.handler(
      whenValidLater(async (_, { id, model }) => {
        const { code } = getProvider(db, id)
        const trial = await outside.models.test(code, model)
        recordTrial(context, code, trial)
        return trial
      }),
    ),
    retentionEffect: os.settings.retentionEffect.handler(whenValid((_, { days }) => wouldClear(context, days))),
    models: os.settings.models.handler(whenValid(({ userId }) => catalogues.ownModels(db, userId))),
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

export const statsRoutes = (context: Context) =>
  os.stats.router({
    get: os.stats.get.handler(whenValid(({ userId }, asked) => statsAnswer(statsOf(context, userId, asked), asked.by))),
    costs: os.stats.costs.handler(
      whenValid(({ userId }, asked) => {
        const { from, to, ...costs } = costsOf(context, userId, asked)
        return { from: isoTime(from), to: isoTime(to), ...costs }
      }),
    ),
  })

export function dialingRoutes(context: Context, outside: Outside) {
  return os.dialing.router({
    get: os.dialing.get.handler(whenValid(() => dialing.present(dialing.current(context)))),
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
      whenValidLater(async (_, { reason }) => {
        const { state, hungUp, stoppedCampaigns } = await haltAtOnce(context, outside, reason ?? null)
        const done = [
          hungUp > 0 && ` ${counted(hungUp, 'call is', 'calls are')} being hung up.`,
          stoppedCampaigns > 0 && ` ${counted(stoppedCampaigns, 'campaign was', 'campaigns were')} stopped.`,
        ]
        return {
          message: `Dialing is halted.${done.filter(Boolean).join('')}`,
          data: dialing.present(state),
          hung_up: hungUp,
          stopped_campaigns: stoppedCampaigns,
        }
      }),
    ),
  })
}

const settingsAnswer = (
  { db, clock, speed, baseUrl, version }: Context,
  { rates, ...s }: Settings,
): SettingsAnswer => ({
  name: s.name,
  timezone: s.timezone,
  country: s.country ?? countryOfZone(s.timezone),
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
  sip: s.sip,
  retention_days: s.retention_days,
  evaluation_model_id: s.evaluation_model_id,
  public_base_url: s.public_base_url,
  providers: listProviders(db),
  now: isoTime(clock.now()),
  speed,
  api_base_url: baseUrl,
  version,
})

const statsAnswer = ({ from, to, now, timezone, totals, weekBefore, buckets }: Stats, by: StatsRequest['by']) => ({
  from: isoTime(from),
  to: isoTime(to),
  now: isoTime(now),
  by,
  timezone,
  totals,
  week_before: weekBefore,
  buckets: buckets.map(bucket => ({ ...bucket, start: isoTime(bucket.start) })),
})
