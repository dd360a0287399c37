import * as progress from '../core/call-progress'
import type { Desk } from '../core/desk'
import * as dialing from '../core/dialing'
import { streamOf } from '../core/event-stream'
import * as money from '../core/money'
import { changeSettings, getSettings } from '../core/settings'
import * as answers from './answers'
import { os, sound } from './wiring'

export function settingsRoutes(desk: Desk) {
  const { db } = desk
  return os.settings.router({
    get: os.settings.get.handler(sound(() => answers.settings(db, getSettings(db)))),
    update: os.settings.update.handler(
      sound((_, { rates, low_balance, ...change }) => {
        const minute = rates?.call_minute
        const changed = changeSettings(desk, {
          ...change,
          ...(low_balance !== undefined && { low_balance: money.toMillionths(low_balance) }),
          ...(minute !== undefined && { rates: { call_minute: money.toMillionths(minute) } }),
        })
        return { message: 'The settings were changed.', data: answers.settings(db, changed) }
      }),
    ),
  })
}

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
