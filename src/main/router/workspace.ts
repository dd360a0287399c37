import * as progress from '../core/call-progress'
import * as catalogues from '../core/catalogues'
import { type Desk, transact } from '../core/desk'
import * as dialing from '../core/dialing'
import { invalid } from '../core/errors'
import { streamOf } from '../core/event-stream'
import * as money from '../core/money'
import { findProvider, getProvider, setCredentials } from '../core/providers'
import { changeSettings, getSettings } from '../core/settings'
import * as answers from './answers'
import { drafted, os, sound, soundSlow } from './wiring'

export function settingsRoutes(desk: Desk) {
  const { db } = desk
  return os.settings.router({
    get: os.settings.get.handler(sound(() => answers.settings(desk, getSettings(db)))),
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
            ...(low_balance !== undefined && { low_balance: money.toMillionths(low_balance) }),
            rates: rates && withSmsInMillionths(rates),
          })
        })
        return { message: 'The settings were changed.', data: answers.settings(desk, changed) }
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
    Object.entries(rates).map(([name, usd]) => [name, usd === undefined ? undefined : money.toMillionths(usd)]),
  ) as T

export const statsRoutes = ({ db }: Desk) =>
  os.stats.router({
    get: os.stats.get.handler(sound(({ userId }, input) => answers.stats(db, userId, input))),
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
        data: dialing.present(progress.halt(desk, reason ?? null)),
      })),
    ),
  })
}

export const eventsRoutes = (desk: Desk) =>
  os.events.router({
    stream: os.events.stream.handler(({ context, signal }) => streamOf(desk.bus, context.userId, signal)),
  })
