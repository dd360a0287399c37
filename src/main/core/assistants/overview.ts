import type { AssistantSettings } from '../../../contract/assistant-fields'
import type { campaignStatuses } from '../../../contract/statuses'
import { all, type ReadDb, sql } from '../../store/sql'

/** An assistant in short: who it is, what uses it, and its last call. */
export interface AssistantInShort {
  id: number
  name: string
  type: AssistantSettings['type']
  mode: AssistantSettings['mode']
  status: 'inactive' | 'active'
  /** The names of its language, voice and model. */
  language: string
  /** ISO 639-1. */
  language_iso_2: string
  voice: string | null
  model: string | null
  phone_number: string | null
  campaigns: { id: number; name: string; status: (typeof campaignStatuses)[number] }[]
  /** The names of the assistants that may transfer a call to it. */
  transferred_from: string[]
  lastCall: { id: number; createdAt: number } | null
  createdAt: number
}

interface Row extends Omit<AssistantInShort, 'campaigns' | 'transferred_from' | 'lastCall'> {
  campaigns: string
  transferred_from: string
  last_call: string | null
}

export const queries = {
  overview: (userId: number) => sql`SELECT a.id, a.name, a.type, a.mode, a.status, a.created_at AS createdAt,
    coalesce((SELECT name FROM languages WHERE id = a.settings ->> 'language_id'), '') AS language,
    coalesce((SELECT iso_2 FROM languages WHERE id = a.settings ->> 'language_id'), '') AS language_iso_2,
    (SELECT name FROM voices WHERE id = a.settings ->> 'voice_id') AS voice,
    (SELECT name FROM models WHERE id = CASE a.mode WHEN 'pipeline' THEN a.settings ->> 'llm_model_id'
      ELSE a.settings ->> 'multimodal_model_id' END) AS model,
    (SELECT phone_number FROM phone_numbers WHERE id = a.phone_number_id) AS phone_number,
    (SELECT json_group_array(json_object('id', id, 'name', name, 'status', status) ORDER BY id) FROM campaigns
      WHERE assistant_id = a.id) AS campaigns,
    (SELECT json_group_array(other.name) FROM assistants AS other WHERE other.user_id = a.user_id AND EXISTS (
      SELECT 1 FROM json_each(other.settings, '$.tools')
      WHERE value ->> '$.type' = 'assistant_transfer' AND value ->> '$.data.assistant_id' = a.id)) AS transferred_from,
    (SELECT json_object('id', id, 'createdAt', created_at) FROM calls WHERE assistant_id = a.id
      ORDER BY created_at DESC, id DESC LIMIT 1) AS last_call
    FROM assistants AS a WHERE a.user_id = ${userId} ORDER BY a.id DESC`,
}

/** All assistants of a user in short, newest first. */
export const overview = (db: ReadDb, userId: number): AssistantInShort[] =>
  all<Row>(db, queries.overview(userId)).map(({ campaigns, transferred_from, last_call, ...row }) => ({
    ...row,
    campaigns: JSON.parse(campaigns) as AssistantInShort['campaigns'],
    transferred_from: JSON.parse(transferred_from) as string[],
    lastCall: last_call === null ? null : (JSON.parse(last_call) as AssistantInShort['lastCall']),
  }))
