import { contract } from '../../../contract'
import type { SampleKind } from '../../../contract/samples'
import { read } from '../../../contract/validation'
import { all, insert, one, type Query, type ReadDb, run, sql } from '../../store/sql'
import * as assistants from '../assistants/assistants'
import { listLanguages, listModels, listVoices } from '../assistants/catalogue'
import { isOpen } from '../calls/call-states'
import { removeCall } from '../calls/remove-call'
import * as blacklist from '../campaigns/blacklist'
import * as campaignStates from '../campaigns/campaign-states'
import * as campaigns from '../campaigns/campaigns'
import * as leadEdit from '../campaigns/lead-edit'
import * as leads from '../campaigns/leads'
import { type Context, transact } from '../kernel/context'
import { conflict } from '../kernel/errors'
import * as documents from '../knowledge/documents'
import * as knowledgebases from '../knowledge/knowledgebases'
import * as numbers from '../numbers/numbers'
import { removeNumber } from '../provisioning/release'
import { getSettings } from '../workspace/settings'
import * as what from './what-is-loaded'

/** Of each kind: its table, what a person calls it, and what a person can change of it. */
const kinds: Record<SampleKind, { table: Query; name: Query; print: Query }> = {
  campaign: { table: sql`campaigns`, name: sql`name`, print: sql`json_array(name, assistant_id, settings)` },
  lead: {
    table: sql`leads`,
    name: sql`coalesce(name, phone_number)`,
    print: sql`json_array(phone_number, variables, (SELECT count(*) FROM contacts WHERE lead_id = leads.id))`,
  },
  assistant: {
    table: sql`assistants`,
    name: sql`name`,
    print: sql`json_array(name, type, mode, settings, phone_number_id, knowledgebase_id)`,
  },
  number: { table: sql`phone_numbers`, name: sql`phone_number`, print: sql`json_array(phone_number, nickname)` },
  knowledgebase: { table: sql`knowledgebases`, name: sql`name`, print: sql`json_array(name, description)` },
  document: { table: sql`documents`, name: sql`name`, print: sql`json_array(name, description)` },
}

export interface SampleRecord {
  kind: SampleKind
  id: number
  name: string
}

/** The sample data of a user that is still there. */
export function recordsOf(db: ReadDb, userId: number): (SampleRecord & { isChanged: boolean })[] {
  return (Object.keys(kinds) as SampleKind[]).flatMap(kind => {
    const { table, name, print } = kinds[kind]
    return all<{ id: number; name: string; changed: number }>(
      db,
      sql`SELECT ${table}.id AS id, ${name} AS name, ${print} <> sample_records.print AS changed
        FROM sample_records CROSS JOIN ${table} ON ${table}.id = record_id
        WHERE sample_records.user_id = ${userId} AND kind = ${kind} ORDER BY ${table}.id`,
    ).map(row => ({ kind, id: row.id, name: row.name, isChanged: row.changed === 1 }))
  })
}

const isSample = (userId: number, kind: SampleKind, id: Query) =>
  sql`EXISTS (SELECT 1 FROM sample_records AS sample WHERE sample.user_id = ${userId} AND sample.kind = ${kind} AND sample.record_id = ${id})`

const callsTo = (userId: number) => sql`user_id = ${userId} AND ${isSample(userId, 'lead', sql`calls.lead_id`)}`

/** How many calls were made to sample leads. */
export const countCalls = (db: ReadDb, userId: number) =>
  one<{ n: number }>(db, sql`SELECT count(*) AS n FROM calls WHERE lead_id IS NOT NULL AND ${callsTo(userId)}`)!.n

/** Loads the sample data. Throws `conflict` when it is loaded. */
export function load(context: Context, userId: number) {
  transact(context, () => {
    const { db } = context
    if (recordsOf(db, userId).length > 0) throw conflict('The sample data is loaded already.')
    // Of records that are gone.
    run(db, sql`DELETE FROM sample_records WHERE user_id = ${userId}`)
    const base = knowledgebases.create(context, userId, what.knowledgebase)
    const { text, ...document } = what.document
    const { id: documentId } = documents.addDocument(
      context,
      userId,
      base.id,
      read(contract.documents.create['~orpc'].inputSchema!, {
        id: base.id,
        ...document,
        file: new File([text], 'sample.txt'),
      }),
      Buffer.from(text),
    )
    const free = what.ownNumbers.find(number => !numbers.isTaken(db, number))
    const number = free === undefined ? null : numbers.addCallerId(context, userId, free, 'Sample')
    const language = listLanguages(db).find(({ iso_2 }) => iso_2 === 'en')!
    const { id: assistantId } = assistants.create(
      context,
      userId,
      read(contract.assistants.create['~orpc'].inputSchema!, {
        ...what.assistant,
        timezone: getSettings(db).timezone,
        language_id: language.id,
        voice_id: listVoices(db, { mode: 'pipeline', language_id: language.id })[0]!.id,
        llm_model_id: listModels(db, 'llm')[0]!.id,
        knowledgebase_id: base.id,
        ...(number && { phone_number_id: number.id }),
      }),
    )
    const campaign = campaigns.create(
      context,
      userId,
      read(contract.campaigns.create['~orpc'].inputSchema!, { ...what.campaign, assistant_id: assistantId }),
    )
    const ids = what.leads.map(
      ([name, last_visit, phone_number]) =>
        leads.add(context, campaign, { phone_number, variables: { name, last_visit } }).id,
    )
    context.bus.publish(userId, { type: 'leads.imported', campaign_id: campaign.id, created: ids.length })
    const mark = (kind: SampleKind, id: number) => {
      const { table, print } = kinds[kind]
      insert(
        db,
        sql`INSERT INTO sample_records (user_id, kind, record_id, print)
          SELECT ${userId}, ${kind}, id, ${print} FROM ${table} WHERE id = ${id}`,
      )
    }
    mark('knowledgebase', base.id)
    mark('document', documentId)
    if (number) mark('number', number.id)
    mark('assistant', assistantId)
    mark('campaign', campaign.id)
    for (const id of ids) mark('lead', id)
    context.bus.publish(userId, { type: 'samples.changed' })
  })
}

export interface Kept extends SampleRecord {
  why: string
}

/**
 * Takes the sample data away, with the calls to its leads. What a person has changed stays, and what something else uses;
 * both are no sample data then. Throws `conflict` while a sample lead is on the phone.
 */
export async function remove(
  context: Context,
  userId: number,
): Promise<{ removed: number; calls: number; kept: Kept[] }> {
  const { db } = context
  const calls = all<{ id: number; open: number }>(
    db,
    sql`SELECT id, ${isOpen} AS open FROM calls WHERE lead_id IS NOT NULL AND ${callsTo(userId)}`,
  )
  if (calls.some(({ open }) => open))
    throw conflict('A sample lead is on the phone. Hang up, or wait until the call has ended.')
  const { going, kept } = planOf(db, userId)
  const idsOf = (kind: SampleKind) => going.filter(one => one.kind === kind).map(({ id }) => id)
  transact(context, () => {
    forgetListed(context, userId, idsOf('lead'))
    for (const { id } of calls) removeCall(context, userId, id)
  })
  // It goes first, and its leads with it. Nothing else runs in between: it has fewer leads than are deleted at once.
  for (const id of idsOf('campaign')) await campaignStates.remove(context, userId, id)
  transact(context, () => {
    for (const id of idsOf('lead')) if (leads.find(db, id)) leadEdit.remove(context, userId, id)
    for (const id of idsOf('assistant')) campaignStates.removeAssistant(context, userId, id)
    for (const id of idsOf('number')) removeNumber(context, numbers.getNumber(db, userId, id)!)
    for (const id of idsOf('document')) {
      const document = documents.documentById(db, id)
      if (document) documents.removeDocument(context, userId, document.knowledgebase_id, id)
    }
    for (const id of idsOf('knowledgebase')) knowledgebases.remove(context, userId, id)
    run(db, sql`DELETE FROM sample_records WHERE user_id = ${userId}`)
    context.bus.publish(userId, { type: 'samples.changed' })
  })
  return { removed: going.length, calls: calls.length, kept }
}

/** What goes and what stays. A record is looked at after those that use it. */
function planOf(db: ReadDb, userId: number): { going: SampleRecord[]; kept: Kept[] } {
  const going: SampleRecord[] = []
  const kept: Kept[] = []
  const goes = (kind: SampleKind, id: number) => going.some(one => one.kind === kind && one.id === id)
  const isUsed = (kind: SampleKind, by: SampleKind, query: Query) =>
    all<{ id: number }>(db, query).some(({ id }) => !goes(by, id)) ? users[kind] : null
  const reasons: Record<SampleKind, (id: number) => string | null> = {
    lead: () => null,
    campaign: id => isUsed('campaign', 'lead', sql`SELECT id FROM leads WHERE campaign_id = ${id}`),
    assistant: id =>
      isUsed('assistant', 'campaign', sql`SELECT id FROM campaigns WHERE assistant_id = ${id}`) ??
      isUsed(
        'assistant',
        'assistant',
        sql`SELECT assistants.id AS id FROM assistants, json_each(settings, '$.tools') AS tool
          WHERE user_id = ${userId} AND assistants.id <> ${id} AND tool.value ->> '$.data.assistant_id' = ${id}`,
      ),
    number: id =>
      isUsed('number', 'assistant', sql`SELECT id FROM assistants WHERE phone_number_id = ${id}`) ??
      isUsed(
        'number',
        'campaign',
        sql`SELECT campaigns.id AS id FROM campaigns, json_each(settings, '$.phone_number_ids')
          WHERE user_id = ${userId} AND value = ${id}`,
      ),
    document: () => null,
    knowledgebase: id =>
      isUsed('knowledgebase', 'assistant', sql`SELECT id FROM assistants WHERE knowledgebase_id = ${id}`) ??
      isUsed('knowledgebase', 'document', sql`SELECT id FROM documents WHERE knowledgebase_id = ${id}`),
  }
  const order: SampleKind[] = ['lead', 'campaign', 'assistant', 'number', 'document', 'knowledgebase']
  const records = recordsOf(db, userId)
  for (const kind of order)
    for (const { isChanged, ...record } of records.filter(one => one.kind === kind)) {
      const why = isChanged ? 'You have changed it.' : reasons[kind](record.id)
      if (why === null) going.push(record)
      else kept.push({ ...record, why })
    }
  return { going, kept }
}

const users: Record<SampleKind, string> = {
  lead: '',
  document: '',
  campaign: 'It has leads of yours.',
  assistant: 'A campaign or an assistant of yours uses it.',
  number: 'An assistant or a campaign of yours uses it.',
  knowledgebase: 'An assistant of yours uses it, or it has documents of yours.',
}

/** Takes the numbers of leads off the blacklist that asked for it in a call. Call inside a transaction. */
function forgetListed(context: Context, userId: number, ids: readonly number[]) {
  for (const id of ids) {
    const number = leads.find(context.db, id)?.phoneNumber
    if (number && blacklist.find(context.db, userId, number)?.source === 'call')
      blacklist.remove(context, userId, number)
  }
}
