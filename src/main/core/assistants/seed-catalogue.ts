import type { Mode } from '../../../contract/assistant-fields'
import { run, sql, type WriteDb } from '../../store/sql'

/** The contents of resources/catalogue.json. */
export interface CatalogueData {
  version: number
  languages: { id: number; name: string; iso_2: string }[]
  providers: {
    id: number
    kind: 'synthesizer' | 'transcriber' | 'model'
    name: string
    code: string
    languages?: string[]
  }[]
  models: { id: number; provider_id: number; type: 'llm' | 'multimodal' | 'dualplex'; name: string; code: string }[]
  voices: {
    id: number
    synthesizer_provider_id: number
    language: string
    name: string
    gender: string
    accent: string | null
    age: string | null
    modes: Mode[]
  }[]
}

/** Adds or updates the catalogue entries of this build; the operator's own entries stay. */
export function seedCatalogue(db: WriteDb, data: CatalogueData) {
  const languageIds = new Map(data.languages.map(language => [language.iso_2, language.id]))
  for (const l of data.languages)
    run(
      db,
      sql`INSERT INTO languages (id, name, iso_2) VALUES (${l.id}, ${l.name}, ${l.iso_2})
        ON CONFLICT DO UPDATE SET name = excluded.name, iso_2 = excluded.iso_2`,
    )
  for (const p of data.providers)
    run(
      db,
      sql`INSERT INTO providers (id, kind, name, code, languages)
        VALUES (${p.id}, ${p.kind}, ${p.name}, ${p.code}, ${JSON.stringify(p.languages ?? [])})
        ON CONFLICT DO UPDATE SET name = excluded.name, code = excluded.code, languages = excluded.languages`,
    )
  for (const m of data.models)
    run(
      db,
      sql`INSERT INTO models (id, provider_id, type, name, code)
        VALUES (${m.id}, ${m.provider_id}, ${m.type}, ${m.name}, ${m.code})
        ON CONFLICT DO UPDATE SET name = excluded.name, code = excluded.code`,
    )
  for (const v of data.voices)
    run(
      db,
      sql`INSERT INTO voices (id, synthesizer_provider_id, language_id, name, gender, accent, age, modes)
        VALUES (${v.id}, ${v.synthesizer_provider_id}, ${languageIds.get(v.language)}, ${v.name}, ${v.gender},
          ${v.accent}, ${v.age}, ${JSON.stringify(v.modes)})
        ON CONFLICT DO UPDATE SET name = excluded.name, gender = excluded.gender, accent = excluded.accent,
          age = excluded.age, modes = excluded.modes`,
    )
}
