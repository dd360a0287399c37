import type { FirstStepCode } from '../statuses'
import type { Reference } from './meaning'

const codes: Record<FirstStepCode, string> = {
  desk: 'name the workspace.',
  assistant: 'make an assistant.',
  test_call: 'make a call that is answered.',
  api_key: 'make an API key.',
  number: 'rent or add a phone number.',
  campaign: 'make a campaign.',
  leads: 'add leads to it.',
  start: 'start it, or plan its start.',
  run: 'let it run, until it has completed or was stopped after a call.',
}

export const ofFirstSteps: Reference = {
  schemas: {
    FirstStep: {
      code: ['Which step it is.', 'test_call', codes],
      state: [
        'How far it is.',
        'open',
        { done: 'it is done.', put_off: 'it is not done, and was put off.', open: 'it is to be done.' },
      ],
      about:
        'What the step is about: the newest assistant, one that calls before one that answers; the newest single call among the last 200 calls; the newest key or number; of the last four steps the campaign, one that runs before a draft. Null while there is none.',
      'about.id': ['The id of the record.', 12],
      'about.name': ['Its name; of a number or a call, the phone number.', '+12025550130'],
    },
    FirstSteps: {
      state: [
        'Whether they are shown in the console.',
        'shown',
        {
          shown: 'they are shown on the page Today.',
          put_away: 'they were put away, and can be shown again.',
          finished: 'a campaign has run. They are not shown again.',
        },
      ],
      steps: 'The steps in order; empty once they are finished.',
    },
  },
  requests: {
    'firstSteps.update': { put_away: ['Whether they are put away.', true] },
    'firstSteps.updateStep': {
      code: ['Which step it is.', 'api_key', codes],
      put_off: ['Whether the step is put off. A step that is done stays done.', true],
    },
  },
}
