import type { AssistantSettings } from '../../../contract/assistant-fields'
import { SEARCH_TOOL } from '../../../contract/knowledge-tool'
import type { scriptedReasons } from '../../../contract/statuses'
import type { TrialStep } from '../../../contract/trials'
import type { Input } from '../../../contract/validation'
import type { Variables } from '../../../contract/wire'
import type { Brief } from '../../ports/brief'
import { passagesIn } from '../../ports/knowledge-text'
import { runToolLoop } from '../../ports/tool-loop'
import { draft } from '../assistants/assistants'
import { makeBrief, whyScripted } from '../assistants/brief'
import { callSharedTool } from '../assistants/shared-tools'
import type { Context, Outside } from '../kernel/context'
import { ServiceError } from '../kernel/errors'
import { HISTORY_MESSAGES } from './chat'
import { inTime } from './in-time'

export interface Trial {
  /** Of the assistant that is edited; undefined for a new one. */
  assistantId: number | undefined
  settings: Input<AssistantSettings>
  /** What was said so far, the greeting first. */
  messages: readonly { role: 'user' | 'assistant'; content: string }[]
  variables: Variables
  /** Whether the operator's own tools are really called. */
  callTools: boolean
  /** Names the trial in the events that tell its steps while the answer is made. */
  trialId: string | undefined
}

export interface TrialAnswer {
  steps: TrialStep[]
  /** On a call, the assistant would hang up or transfer now. */
  ended: boolean
  spoken_by: string
  scripted_because: (typeof scriptedReasons)[number] | null
  /** What is missing, such as the value of a variable. */
  warnings: string[]
}

/** What a model reads as the result of a tool that was not called. */
const NOT_CALLED =
  'Error: this is a trial, so the tool was not called. Go on without its answer, and do not make one up.'
const NOT_DONE = 'This is a trial, so nothing was done. Go on as if it had been done.'

/**
 * Answers as an assistant with these settings would on the phone, in writing. Nothing is stored, and it costs nothing. Throws
 * `not_found`, `invalid` with every error of the settings, or `model_failed`.
 */
export async function answer(context: Context, outside: Outside, userId: number, trial: Trial): Promise<TrialAnswer> {
  const assistant = draft(context, userId, trial.assistantId, trial.settings)
  const kind = assistant.type === 'outbound' ? ('outbound call' as const) : ('inbound call' as const)
  const situation = { now: context.clock.now(), kind, with: null, own: null }
  const { brief, warnings } = makeBrief(context.db, assistant, trial.variables, situation)
  const model = outside.models.languageModel(brief.textModel, { temperature: brief.temperature })
  const told = { spoken_by: model.name, scripted_because: whyScripted(outside.models, brief.textModel), warnings }
  const steps: TrialStep[] = []
  const take = (step: TrialStep) => {
    steps.push(step)
    if (trial.trialId !== undefined)
      context.bus.publish(userId, { type: 'trial.stepped', trial_id: trial.trialId, step })
  }
  if (trial.messages.length === 0) {
    take({ type: 'said', text: brief.greeting })
    return { steps, ended: false, ...told }
  }
  try {
    const { words, finish } = await inTime(context, signal =>
      runToolLoop<TrialStep>(
        model,
        {
          instructions: brief.instructions,
          messages: trial.messages.slice(-HISTORY_MESSAGES).map(({ role, content }) => ({ role, text: content })),
          tools: brief.tools,
          variables: brief.variables,
          greeting: brief.greeting,
          signal,
        },
        async ({ name, args }) => {
          const { step, text, ends } = await tried(context, outside, brief, trial.callTools, { name, args })
          if (!ends) take(step)
          return { text, ...(ends && { finish: step }) }
        },
      ),
    )
    // On a call, too, the words of one turn are spoken together, and before it ends.
    if (words.length > 0) take({ type: 'said', text: words.join('\n') })
    if (finish) take(finish)
    if (words.length === 0 && !finish) throw new Error('it said nothing')
    return { steps, ended: finish !== undefined, ...told }
  } catch (error) {
    context.log.warn({ err: error, assistantId: trial.assistantId }, 'a trial could not be answered')
    throw new ServiceError('model_failed', `The model ${model.name} failed: ${(error as Error).message}`)
  }
}

/** A tool that a model has called in a trial. `text`: what the model reads; `ends`: on a call it would end the conversation. */
interface Tried {
  step: TrialStep
  text: string
  ends?: boolean
}

/** Calls a tool for a trial, as far as a trial may. */
async function tried(
  context: Context,
  outside: Outside,
  brief: Brief,
  callTools: boolean,
  { name, args }: { name: string; args: Record<string, unknown> },
): Promise<Tried> {
  const tool = (result: string, called: boolean): Tried => ({
    step: { type: 'tool', name, arguments: args, result, called },
    text: result,
  })
  if (brief.callTools.includes(name)) {
    const ends = name === 'end_call' || brief.transfers.some(transfer => transfer.name === name)
    return { ...tool(NOT_DONE, false), ends }
  }
  const isOwn = brief.shared.custom.some(one => one.name === name)
  if (isOwn && !callTools) return tool(NOT_CALLED, false)
  const text = (await callSharedTool(context, outside, brief.shared, name, args)) ?? `Error: there is no tool ${name}.`
  if (name !== SEARCH_TOOL) return tool(text, isOwn)
  // Passages begin with a title; everything else says that there are none.
  const passages = text.startsWith('[') ? passagesIn(text) : []
  return { step: { type: 'knowledge', query: String(args.query ?? ''), passages }, text }
}
