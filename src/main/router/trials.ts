import type { AssistantSettings } from '../../contract/assistant-fields'
import type { Context, Outside } from '../core/kernel/context'
import * as trials from '../core/messaging/trial'
import { os, withErrorsLater } from './wiring'

export const trialsRoutes = (context: Context, outside: Outside) =>
  os.trials.router({
    answer: os.trials.answer.handler(
      withErrorsLater(({ userId }, { values, errors }) => {
        const { assistant_id, messages = [], given_variables = {}, call_tools = false, trial_id, ...settings } = values
        return trials.answer(context, outside, userId, {
          assistantId: assistant_id,
          settings: { values: settings as Partial<AssistantSettings>, errors },
          messages,
          variables: given_variables,
          callTools: call_tools,
          trialId: trial_id,
        })
      }),
    ),
  })
