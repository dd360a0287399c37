import type { Mode } from '../../../contract/assistant-fields'
import { FieldErrors } from '../../../contract/validation'
import { all, and, insert, one, type Query, type ReadDb, run, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { conflict, invalid, notFound } from '../kernel/errors'
import { publishSettings } from '../workspace/settings'

interface VoiceRow {
  id: number
  name: string
  language_id: number
  gender: string
  preview_url: string | null
  accent: string | null
  age: string | null
  synthesizer_provider_id: number
  modes: string
}

const toVoice = (row: VoiceRow) => ({ ...row, modes: JSON.parse(row.modes) as Mode[] })

export const listVoices = (db: ReadDb, filter: { mode?: Mode; language_id?: number }) =>
  all<VoiceRow>(
    db,
    sql`SELECT id, name, language_id, gender, preview_url, accent, age, synthesizer_provider_id, modes FROM voices
      WHERE ${and([filter.language_id !== undefined && sql`language_id = ${filter.language_id}`])} ORDER BY id`,
  )
    .map(toVoice)
    .filter(voice => !filter.mode || voice.modes.includes(filter.mode))

export function getVoice(db: ReadDb, id: number) {
  const row = one<VoiceRow>(db, sql`SELECT * FROM voices WHERE id = ${id}`)
  return row && toVoice(row)
}

export const listLanguages = (db: ReadDb) =>
  all<{ id: number; name: string; iso_2: string }>(db, sql`SELECT id, name, iso_2 FROM languages ORDER BY id`)

export const getLanguage = (db: ReadDb, id: number) =>
  one<{ id: number; name: string; iso_2: string }>(db, sql`SELECT id, name, iso_2 FROM languages WHERE id = ${id}`)

export type ModelType = 'llm' | 'multimodal' | 'dualplex'

export interface Model {
  id: number
  name: string
  code: string
  type: ModelType
  /** The provider's code. */
  provider: string
}

const models = sql`SELECT models.id, models.name, models.code, models.type, providers.code AS provider
  FROM models JOIN providers ON providers.id = provider_id`

export const listModels = (db: ReadDb, type: ModelType) =>
  all<Model>(db, sql`${models} WHERE models.type = ${type} ORDER BY models.id`)

export const getModel = (db: ReadDb, id: number) => one<Model>(db, sql`${models} WHERE models.id = ${id}`)

/** Models that come with the build have ids below this; the operator's own models have higher ones. */
const FIRST_OWN_ID = 100_000

/** Adds a model of a provider of models. Throws `invalid`. */
export function addModel(
  context: Context,
  given: { provider_id: number; type: ModelType; name: string; code: string },
) {
  return transact(context, () => {
    const errors = new FieldErrors()
    if (!hasProvider(context.db, 'model', given.provider_id))
      errors.add('provider_id', 'The provider_id field is not a provider of models.')
    if (errors.any) throw invalid(errors)
    const id = insert(
      context.db,
      sql`INSERT INTO models (provider_id, type, name, code)
        VALUES (${given.provider_id}, ${given.type}, ${given.name}, ${given.code})`,
    )
    publishSettings(context)
    return { id, ...given }
  })
}

const uses = (model: Query) =>
  sql`(settings ->> 'llm_model_id' = ${model} OR settings ->> 'multimodal_model_id' = ${model}
    OR settings ->> 'chat_llm_fallback_id' = ${model})`

/** The models that were added, and how many assistants of a user use each. */
export const ownModels = (db: ReadDb, userId: number) =>
  all<{ id: number; name: string; code: string; type: ModelType; provider_id: number; assistants: number }>(
    db,
    sql`SELECT id, name, code, type, provider_id,
        (SELECT count(*) FROM assistants WHERE user_id = ${userId} AND ${uses(sql`models.id`)}) AS assistants
      FROM models WHERE id >= ${FIRST_OWN_ID} ORDER BY id`,
  )

/** Deletes a model that the operator added. Throws `not_found`, or `conflict` for a built-in model or one in use. */
export function removeModel(context: Context, id: number) {
  transact(context, () => {
    if (!getModel(context.db, id)) throw notFound('Model')
    if (id < FIRST_OWN_ID) throw conflict('This model comes with Callwright and stays.')
    const used = one(context.db, sql`SELECT 1 FROM assistants WHERE ${uses(sql`${id}`)} LIMIT 1`)
    if (used) throw conflict('An assistant uses this model. Give it another one first.')
    run(context.db, sql`DELETE FROM models WHERE id = ${id}`)
    publishSettings(context)
  })
}

interface Provider {
  id: number
  name: string
  code: string
}

export const listSynthesizers = (db: ReadDb, languageId?: number) =>
  all<Provider>(
    db,
    sql`SELECT id, name, code FROM providers WHERE ${and([
      sql`kind = 'synthesizer'`,
      languageId !== undefined &&
        sql`id IN (SELECT synthesizer_provider_id FROM voices WHERE language_id = ${languageId})`,
    ])} ORDER BY id`,
  )

export const listTranscribers = (db: ReadDb, languageId?: number) =>
  all<Provider>(
    db,
    sql`SELECT id, name, code FROM providers WHERE ${and([
      sql`kind = 'transcriber'`,
      languageId !== undefined &&
        sql`EXISTS (SELECT 1 FROM json_each(languages) JOIN languages AS l ON l.iso_2 = value WHERE l.id = ${languageId})`,
    ])} ORDER BY id`,
  )

export const hasProvider = (db: ReadDb, kind: 'synthesizer' | 'transcriber' | 'model', id: number) =>
  one(db, sql`SELECT 1 FROM providers WHERE id = ${id} AND kind = ${kind}`) !== undefined
