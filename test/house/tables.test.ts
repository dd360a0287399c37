import { expect, it } from 'vitest'
import { migrations } from '../../src/main/store/migrations'
import { sources } from './sources'

/** Which room writes which tables. Everybody may read; a table is written in its owner's folder only. */
const owners: Record<string, string[]> = {
  money: ['ledger', 'payment_methods'],
  knowledge: ['knowledgebases', 'documents', 'passages', 'passage_words'],
  workspace: ['state', 'users', 'api_keys', 'console_tokens', 'console_sessions', 'kept_answers', 'simulator_dials'],
  numbers: ['phone_numbers', 'sip_trunks'],
  assistants: [
    'assistants',
    'assistant_tools',
    'earlier_prompts',
    'tools',
    'languages',
    'providers',
    'models',
    'voices',
    'provider_credentials',
    'model_troubles',
  ],
  provisioning: ['number_offers', 'number_orders', 'subscriptions', 'rentals'],
  campaigns: ['campaigns', 'leads', 'contacts', 'attempts', 'blacklist', 'lead_changes', 'lead_change_steps'],
  webhooks: ['deliveries', 'delivery_tries', 'redeliveries'],
  calls: ['calls', 'call_items', 'call_briefs', 'deleted_dials', 'promised_callbacks'],
  messaging: ['sms', 'sms_threads', 'conversations', 'conversation_messages'],
  rehearsals: ['rehearsals'],
  privacy: ['notes'],
  reporting: ['put_away', 'first_steps'],
  samples: ['sample_records'],
}

/** Tables that only triggers of the schema write: counts, and indexes for searching. */
const keptByTriggers = [
  'document_counts',
  'lead_counts',
  'lead_numbers',
  'lead_names',
  'call_counts',
  'campaign_results',
  'call_numbers',
  'call_names',
  'call_words',
  'ledger_counts',
  'sms_counts',
  'sms_names',
  'sms_words',
  'sms_numbers',
  'conversation_names',
  'conversation_words',
  'people',
  'note_words',
]

const ownerOf = new Map(Object.entries(owners).flatMap(([room, tables]) => tables.map(table => [table, room])))

/** The tables that a source writes. */
const written = (text: string) =>
  [...text.matchAll(/\b(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+)/g)]
    .map(match => match[1]!)
    // ON CONFLICT DO UPDATE SET
    .filter(table => table !== 'SET')

/** Writes of a file that belong to another room. */
const foreignWrites = (file: string, text: string) =>
  written(text)
    .filter(table => !file.startsWith(`main/core/${ownerOf.get(table) ?? '?'}/`))
    .map(table => `${file} writes ${table}`)

it("every table is written only in its owner's folder", () => {
  const writes = [...sources]
    .filter(([file]) => !file.startsWith('main/store/migrations/'))
    .flatMap(([file, text]) => foreignWrites(file, text))
  expect(writes).toEqual([])
})

it('every table of the schema has an owner', () => {
  const created = migrations.flatMap(({ up }) =>
    [...up.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].map(match => match[1]!),
  )
  expect(created.length).toBeGreaterThan(30)
  expect([...new Set(created)].filter(table => !/_new$/.test(table)).sort()).toEqual(
    [...ownerOf.keys(), ...keptByTriggers].sort(),
  )
})

it("a test write to another owner's table is found", () => {
  expect(foreignWrites('main/core/calls/x.ts', 'run(db, sql`UPDATE leads SET due_at = 1`)')).toHaveLength(1)
  expect(foreignWrites('main/router/x.ts', 'sql`INSERT OR IGNORE INTO calls (id) VALUES (1)`')).toHaveLength(1)
  expect(foreignWrites('main/core/calls/x.ts', 'sql`DELETE\n  FROM deliveries`')).toHaveLength(1)
  expect(foreignWrites('main/commands.ts', 'db.exec("UPDATE campaigns SET status = 1")')).toHaveLength(1)
  expect(foreignWrites('main/core/campaigns/x.ts', 'sql`UPDATE leads SET due_at = 1`')).toEqual([])
  expect(
    foreignWrites(
      'main/core/workspace/x.ts',
      'sql`INSERT INTO state (key) VALUES (1) ON CONFLICT DO UPDATE SET key = 1`',
    ),
  ).toEqual([])
})
