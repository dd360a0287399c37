import * as z from 'zod'
import { changed, nothing, operation } from './operation'
import { firstStepCodes } from './statuses'
import { flag } from './wire'

const FirstStep = z
  .object({
    code: z.enum(firstStepCodes),
    state: z.enum(['done', 'put_off', 'open']),
    about: z.object({ id: z.int(), name: z.string() }).nullable(),
  })
  .meta({ id: 'FirstStep' })

const FirstSteps = z
  .object({ state: z.enum(['shown', 'put_away', 'finished']), steps: z.array(FirstStep) })
  .meta({ id: 'FirstSteps' })
export type FirstSteps = z.output<typeof FirstSteps>

const tag = 'First steps'

export const firstSteps = {
  get: operation({
    method: 'GET',
    path: '/user/first-steps',
    tag,
    summary: 'The first steps on a new desk, in order, and which of them are done',
    description:
      'Whether a step is done follows from what is there. Sample data counts for none. Once a campaign has run, the first steps are finished for good.',
    input: nothing,
    output: FirstSteps,
  }),
  update: operation({
    method: 'PUT',
    path: '/user/first-steps',
    tag,
    summary: 'Put the first steps away, or show them again',
    input: z.object({ put_away: flag }),
    output: changed(FirstSteps),
  }),
  updateStep: operation({
    method: 'PUT',
    path: '/user/first-steps/step',
    tag,
    summary: 'Put one of the first steps off, or take it up again',
    input: z.object({ code: z.enum(firstStepCodes), put_off: flag }),
    output: changed(FirstSteps),
  }),
}
