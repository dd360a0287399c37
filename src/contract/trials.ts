import * as z from 'zod'
import { createShape } from './assistants'
import { operation } from './operation'
import { scriptedReasons } from './statuses'
import { filled, flag, id, text, variables } from './wire'

/** How many messages a trial may have, and how long each may be. */
const MOST_MESSAGES = 200
const LONGEST = 20_000

export const TrialStep = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('said'), text: z.string() }),
    z.object({
      type: z.literal('tool'),
      name: z.string(),
      arguments: z.record(z.string(), z.unknown()),
      result: z.string(),
      called: z.boolean(),
    }),
    z.object({
      type: z.literal('knowledge'),
      query: z.string(),
      passages: z.array(z.object({ title: z.string().nullable(), text: z.string() })),
    }),
  ])
  .meta({ id: 'TrialStep' })
export type TrialStep = z.output<typeof TrialStep>

export const trials = {
  answer: operation({
    method: 'POST',
    path: '/user/assistants/try',
    tag: 'Assistants',
    summary: 'Talk to an assistant with these settings, in writing, without saving anything',
    description:
      'The settings are those of create. The whole conversation is sent each time; without messages the answer is the greeting. What belongs to a phone call, such as a transfer, is only told, and custom tools are called only with `call_tools`. Nothing is stored, and it costs nothing.',
    input: z.object({
      ...createShape,
      assistant_id: id.optional(),
      messages: z
        .array(z.object({ role: z.enum(['user', 'assistant']), content: filled(LONGEST) }))
        .max(MOST_MESSAGES)
        .optional(),
      given_variables: variables.optional(),
      call_tools: flag.optional(),
      trial_id: text(100).optional(),
    }),
    output: z.object({
      steps: z.array(TrialStep),
      ended: z.boolean(),
      spoken_by: z.string(),
      scripted_because: z.enum(scriptedReasons).nullable(),
      warnings: z.array(z.string()),
    }),
    refuses: ['not_found', 'model_failed'],
  }),
}
