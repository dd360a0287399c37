import { isDeepStrictEqual } from 'node:util'
import type { AssistantSettings } from '../../../contract/assistant-fields'
import { onceOnly } from '../../../contract/built-in-tools'
import { SEARCH_TOOL } from '../../../contract/knowledge-tool'
import type { FieldErrors } from '../../../contract/validation'
import { one, type ReadDb, sql } from '../../store/sql'
import * as numbers from '../numbers/numbers'
import { toolsFor } from './call-tools'
import * as catalogues from './catalogue'

/**
 * Checks the records that `given` refers to, and adds an error for each that does not exist or does not fit. `all` is the
 * whole assistant, whose mode and type decide what fits; `before` is what it was, when it exists already.
 */
export function checkReferences(
  db: ReadDb,
  userId: number,
  given: Partial<AssistantSettings>,
  errors: FieldErrors,
  all: Partial<AssistantSettings> = given,
  before?: AssistantSettings & { id: number },
) {
  const self = before?.id
  const refuse = (field: string, text: string) => {
    if (!errors.has(field)) errors.add(field, `The ${field} field ${text}`)
  }
  const { voice_id, language_id, llm_model_id, multimodal_model_id, chat_llm_fallback_id } = given
  if (voice_id !== undefined) {
    const voice = catalogues.getVoice(db, voice_id)
    if (!voice) refuse('voice_id', 'is not a known voice.')
    else if (all.mode && !voice.modes.includes(all.mode))
      refuse('voice_id', `is a voice that does not serve ${all.mode} mode.`)
  }
  if (language_id !== undefined && !catalogues.getLanguage(db, language_id))
    refuse('language_id', 'is not a known language.')
  given.secondary_language_ids?.forEach((language, i) => {
    if (!catalogues.getLanguage(db, language)) refuse(`secondary_language_ids.${i}`, 'is not a known language.')
  })
  if (llm_model_id != null && catalogues.getModel(db, llm_model_id)?.type !== 'llm')
    refuse('llm_model_id', 'is not a known language model.')
  if (multimodal_model_id != null && all.mode && catalogues.getModel(db, multimodal_model_id)?.type !== all.mode)
    refuse('multimodal_model_id', `is not a known ${all.mode} model.`)
  if (chat_llm_fallback_id != null && catalogues.getModel(db, chat_llm_fallback_id)?.type !== 'llm')
    refuse('chat_llm_fallback_id', 'is not a known language model.')
  for (const kind of ['synthesizer', 'transcriber'] as const) {
    const provider = given[`${kind}_provider_id`]
    if (provider != null && !catalogues.hasProvider(db, kind, provider))
      refuse(`${kind}_provider_id`, `is not a known ${kind} provider.`)
  }
  if (given.knowledgebase_id != null && !owns(db, 'knowledgebases', userId, given.knowledgebase_id))
    refuse('knowledgebase_id', 'is not a knowledge base of this account.')
  given.tool_ids?.forEach((tool, i) => {
    if (!before?.tool_ids.includes(tool) && !owns(db, 'tools', userId, tool))
      refuse(`tool_ids.${i}`, 'is not a tool of this account.')
  })
  if (given.tool_ids || given.tools) checkToolNames(db, all, refuse)
  if (given.phone_number_id != null || (given.type === 'inbound' && all.phone_number_id != null))
    checkNumber(db, userId, all.phone_number_id!, all.type, refuse, self)
  given.tools?.forEach((tool, i) => {
    if (before?.tools.some(known => isDeepStrictEqual(known, tool))) return
    const outbound = tool.data.outbound_phone_id
    if (tool.type === 'warm_call_transfer' && outbound != null && !numbers.getNumber(db, userId, outbound as number))
      refuse(`tools.${i}.outbound_phone_id`, 'is not a number of this account.')
    const target = tool.data.assistant_id
    if (tool.type !== 'assistant_transfer') return
    if (target === self) refuse(`tools.${i}.assistant_id`, 'cannot be the assistant itself.')
    else if (!owns(db, 'assistants', userId, target as number))
      refuse(`tools.${i}.assistant_id`, 'is not an assistant of this account.')
  })
}

/** Checks that each name of a tool stands for one tool, so that the model calls the one that it reads about. */
function checkToolNames(
  db: ReadDb,
  { tools = [], tool_ids = [] }: Partial<AssistantSettings>,
  refuse: (field: string, text: string) => void,
) {
  tools.forEach(({ type }, i) => {
    if (onceOnly.includes(type) && tools.findIndex(tool => tool.type === type) !== i)
      refuse(`tools.${i}.type`, `is ${type} a second time. An assistant has it once.`)
  })
  const taken = new Set([SEARCH_TOOL, ...toolsFor({ tools }).specs.map(({ name }) => name)])
  tool_ids.forEach((id, i) => {
    const name = one<{ name: string }>(db, sql`SELECT name FROM tools WHERE id = ${id}`)?.name
    if (name === undefined) return
    if (taken.has(name)) refuse(`tool_ids.${i}`, `is a tool with the name ${name}, which the assistant has already.`)
    taken.add(name)
  })
}

function checkNumber(
  db: ReadDb,
  userId: number,
  id: number,
  type: AssistantSettings['type'] | undefined,
  refuse: (field: string, text: string) => void,
  self?: number,
) {
  const number = numbers.getNumber(db, userId, id)
  if (!number) return refuse('phone_number_id', 'is not a number of this account.')
  const why = numbers.unusable(db, number)
  if (why) return refuse('phone_number_id', `is a number that ${why}.`)
  if (type !== 'inbound') return
  if (number.type === 'caller_id')
    refuse('phone_number_id', 'is a Caller ID, on which no inbound assistant can answer.')
  else if (number.answered_by !== null && number.answered_by !== self)
    refuse('phone_number_id', 'is answered by another inbound assistant already.')
}

const owned = {
  knowledgebases: (id: number, userId: number) =>
    sql`SELECT 1 FROM knowledgebases WHERE id = ${id} AND user_id = ${userId}`,
  tools: (id: number, userId: number) => sql`SELECT 1 FROM tools WHERE id = ${id} AND user_id = ${userId}`,
  assistants: (id: number, userId: number) => sql`SELECT 1 FROM assistants WHERE id = ${id} AND user_id = ${userId}`,
}

const owns = (db: ReadDb, what: keyof typeof owned, userId: number, id: number) =>
  one(db, owned[what](id, userId)) !== undefined
