import type { ModelRef } from '../../ports/brief'
import type { Evaluator, LanguageModel, Models, ModelTrial, ReplyPart } from '../../ports/models'
import type { Clock, Log } from '../../ports/system'
import { scriptedEvaluator } from '../scripted/evaluator'
import { scriptedModel } from '../scripted/model'
import { ask, type Question } from './ask'
import { instructionsFor, materialOf, readEvaluation, schemaOf } from './evaluation'
import { type Limits, usualLimits, withinLimits } from './limits'
import { ModelError, toModelError } from './model-error'
import { addressOf, bounded, type Credentials, missing, reach } from './providers'

export interface ModelsOptions {
  /** The stored credentials of a provider; null when there are none. Called for each request. */
  credentials: (provider: string) => Credentials | null
  /** The codes of a provider's language models in the catalogue. */
  codes: (provider: string) => string[]
  /** Wall time. */
  clock: Clock
  log: Log
  fetch?: typeof globalThis.fetch
}

/** The limits of testing a provider, for whose result the operator waits. */
const trial: Limits = { first: 15_000, idle: 15_000, overall: 15_000 }

/** What a test asks. */
const ready: Question = {
  instructions: 'This is a test of the connection.',
  messages: [{ role: 'user', text: 'Answer with the word: ready' }],
  tools: [],
  temperature: 0,
}

/** The models of the workspace. A model whose provider has no credentials is replaced by the scripted model. */
export function createModels({ credentials, codes, clock, log, fetch = globalThis.fetch }: ModelsOptions): Models {
  const boundedFetch = bounded(fetch)
  const isScripted = (ref: ModelRef | null): ref is null =>
    ref === null || ref.provider === 'scripted' || missing(ref.provider, credentials(ref.provider)) !== null

  async function* stream(
    { provider, code }: Pick<ModelRef, 'provider' | 'code'>,
    question: Question,
    signal: AbortSignal,
    limits = usualLimits,
  ): AsyncGenerator<ReplyPart> {
    const to = await reach(provider, code, credentials(provider), boundedFetch)
    yield* withinLimits<ReplyPart>(
      stop => ask(to, question, stop),
      { clock, limits, signal },
      error => {
        const failure = toModelError(error, to)
        const kind = Object(error).name as unknown
        log.warn({ provider, model: code, status: failure.status, kind }, `model failed: ${failure.message}`)
        return failure
      },
    )
  }

  async function text(...asked: Parameters<typeof stream>): Promise<string> {
    let answer = ''
    for await (const part of stream(...asked)) if (part.type === 'text') answer += part.text
    return answer
  }

  const languageModel = (ref: ModelRef | null, { temperature }: { temperature: number }): LanguageModel =>
    isScripted(ref)
      ? scriptedModel
      : { name: ref.code, reply: ({ signal, ...request }) => stream(ref, { ...request, temperature }, signal) }

  const evaluator = (...refs: (ModelRef | null)[]): Evaluator => {
    // The built-in rules are asked when they are named first, or nobody else can be.
    const ref = refs[0]?.provider === 'scripted' ? null : (refs.find(one => !isScripted(one)) ?? null)
    return ref === null
      ? scriptedEvaluator
      : {
          name: ref.code,
          async evaluate({ brief, transcript, signal }) {
            const fields = brief.evaluation ?? []
            if (fields.length === 0) return []
            const question: Question = {
              instructions: instructionsFor(fields, brief.language),
              messages: [{ role: 'user', text: materialOf(brief, transcript) }],
              tools: [],
              temperature: 0,
            }
            try {
              return readEvaluation(fields, await text(ref, { ...question, schema: schemaOf(fields) }, signal))
            } catch (error) {
              // The server or the model does not support this schema: asked again without it.
              if (!(error instanceof ModelError && (error.status === 400 || error.status === 422))) throw error
              return readEvaluation(fields, await text(ref, question, signal))
            }
          },
        }
  }

  /**
   * The model to test when none is given: the first known one; on the operator's own server, one that the server lists.
   */
  async function pick(provider: string, signal: AbortSignal): Promise<string> {
    const known = codes(provider)
    if (provider !== 'openai-compatible') return known[0]!
    const stored = credentials(provider)
    const { baseURL } = addressOf(provider, stored)
    const headers = stored?.api_key ? { authorization: `Bearer ${stored.api_key}` } : undefined
    const response = await boundedFetch(`${baseURL}/models`, { signal, headers })
    const { data } = (response.ok ? await response.json() : {}) as { data?: unknown }
    const listed = (Array.isArray(data) ? data : []).map(model => Object(model).id).filter(id => typeof id === 'string')
    return listed.find(id => known.includes(id)) ?? listed[0] ?? known[0]!
  }

  async function test(provider: string, code?: string): Promise<ModelTrial> {
    if (provider === 'scripted') return { ok: true, message: 'The scripted model is built in.', model: 'scripted' }
    const stored = credentials(provider)
    const abort = new AbortController()
    const began = clock.now()
    const cancel = clock.setTimer(began + trial.overall, () =>
      abort.abort(new ModelError(`it took longer than ${trial.overall / 1000} s`)),
    )
    let model = code
    try {
      const target = { ...addressOf(provider, stored), key: stored?.api_key }
      try {
        model ??= await pick(provider, abort.signal)
        const answer = await text({ provider, code: model }, ready, abort.signal, trial)
        const latency = clock.now() - began
        const said = answer.trim().replace(/\s+/g, ' ').slice(0, 60)
        const message = `${model} answered “${said}” in ${(latency / 1000).toFixed(1)} s.`
        return { ok: true, message, model, latency_ms: latency }
      } catch (error) {
        throw toModelError(error, { ...target, model: model ?? '' })
      }
    } catch (error) {
      const { message } = error as Error
      return { ok: false, message: `${message[0]!.toUpperCase()}${message.slice(1)}.`, ...(model && { model }) }
    } finally {
      cancel()
    }
  }

  return { languageModel, evaluator, test }
}
