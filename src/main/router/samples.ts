import { counted } from '../../contract/words'
import type { Context } from '../core/kernel/context'
import * as samples from '../core/samples/samples'
import { os, whenValid, whenValidLater } from './wiring'

export function samplesRoutes(context: Context) {
  const state = (userId: number) => {
    const records = samples.recordsOf(context.db, userId).map(({ kind, id, name }) => ({ kind, id, name }))
    return { loaded: records.length > 0, records, calls: samples.countCalls(context.db, userId) }
  }
  return os.samples.router({
    get: os.samples.get.handler(whenValid(({ userId }) => state(userId))),
    load: os.samples.load.handler(
      whenValid(({ userId }) => {
        samples.load(context, userId)
        return { message: 'The sample data is loaded. Start its campaign to see it at work.', data: state(userId) }
      }),
    ),
    remove: os.samples.remove.handler(
      whenValidLater(async ({ userId }) => {
        const data = await samples.remove(context, userId)
        const { kept } = data
        return {
          message:
            kept.length === 0
              ? 'The sample data is gone.'
              : `The sample data is gone, but for ${counted(kept.length, 'record that is', 'records that are')} yours now.`,
          data,
        }
      }),
    ),
  })
}
