import type { Context } from '../core/kernel/context'
import { firstStepsOf, putStepOff, putStepsAway } from '../core/reporting/first-steps'
import { os, whenValid } from './wiring'

export function firstStepsRoutes(context: Context) {
  const state = (userId: number) => firstStepsOf(context.db, userId)
  return os.firstSteps.router({
    get: os.firstSteps.get.handler(whenValid(({ userId }) => state(userId))),
    update: os.firstSteps.update.handler(
      whenValid(({ userId }, { put_away }) => {
        putStepsAway(context, userId, put_away)
        return {
          message: put_away ? 'The first steps were put away.' : 'The first steps are shown again.',
          data: state(userId),
        }
      }),
    ),
    updateStep: os.firstSteps.updateStep.handler(
      whenValid(({ userId }, { code, put_off }) => {
        putStepOff(context, userId, code, put_off)
        return { message: put_off ? 'The step was put off.' : 'The step was taken up again.', data: state(userId) }
      }),
    ),
  })
}
