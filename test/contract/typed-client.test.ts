import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'orval'
import { generateApi } from 'swagger-typescript-api'
import { expect, it, onTestFinished } from 'vitest'
import { openApiDocument } from '../../src/main/http/openapi'
import { MINUTE, startWorld } from '../support/world'
import { compiled } from './compiled-client'

// Clients that generators of others made from the document: they must compile under strict, say what they send and get
// in types, and work.

/** What a program would write with the client. Compiled beside it, so that its types are held to account too. */
const program = `
import { Api, type BuiltInTool, type Call, type Explanation, type Invalid, type Lead, type RefusalOfCampaignsUpdateStatus } from './client.js'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <T extends true>(_?: T) => {}

export async function walk(baseUrl: string, key: string, advance: () => Promise<void>) {
  const headers = { Authorization: \`Bearer \${key}\` }
  const { user, conversations } = new Api({ baseUrl, securityWorker: () => ({ headers }) })

  const end: BuiltInTool = { type: 'end_call', description: 'When all is said' }
  const assistant = await user.assistantsCreate({
    name: 'Anna', voice_id: 1, language_id: 1, llm_model_id: 1, type: 'outbound', mode: 'pipeline',
    timezone: 'Europe/Rome', initial_message: 'Hello {{name}}.', system_prompt: 'You are Anna.',
    variables: { name: '' }, tools: [end],
  })
  const { id: assistant_id, status } = assistant.data.data
  same<Equal<typeof status, 'inactive' | 'active'>>()
  const campaign = await user.campaignsCreate({ name: 'Spring', assistant_id, allowed_days: ['monday', 'sunday'] })
  const campaign_id = campaign.data.data.id

  const early = await user.campaignsUpdateStatus({ campaign_id, action: 'start' }).catch(answer => answer)
  const refused: RefusalOfCampaignsUpdateStatus = early.error

  const added = await user.leadsCreate({ campaign_id, phone_number: '+12025550124', variables: { name: 'Bob' } })
  const lead: Lead = added.data.data
  const many = await user.leadsAddMany({ campaign_id, leads: [{ phone_number: '+12025550101' }, { phone_number: 'x' }] })
  const started = await user.campaignsUpdateStatus({ campaign_id, action: 'start' })
  await advance()

  const page = await user.callsList({ campaign_id, status: 'completed', per_page: 5 })
  same<Equal<(typeof page.data.data)[number]['status'], Call['status']>>()
  const call = await user.callsGet(page.data.data[0]!.id)
  const said = call.data.transcript.map(item => \`\${item.sender}: \${item.text}\`)
  const leads = await user.leadsList({ status: 'completed' })

  const wrong = await user.leadsCreate({ campaign_id, phone_number: '12' }).catch(answer => answer)
  const invalid: Invalid = wrong.error

  const file = new File(['Opening hours: nine to five.'], 'hours.txt', { type: 'text/plain' })
  const base = await user.knowledgebasesCreate({ name: 'Shop' })
  const form = { name: 'Hours', type: 'txt', file } as const
  const added_document = await user.documentsCreate(base.data.data.id, form)

  const chat = await conversations.conversationsCreate({ assistant_id, type: 'api' })
  const reply = await conversations.conversationsSend(chat.data.conversation_id, { message: 'Hello' })

  const listed = await user.campaignsList({ explain: true })
  const why: Explanation | null | undefined = listed.data[0]!.explanation
  const live = await user.callsLive()
  const lines: number = live.data.lines
  await user.leadsCreate({ campaign_id, phone_number: '+12025550107' })
  await user.campaignsUpdateStatus({ campaign_id, action: 'start' })
  const halted = await user.dialingHalt({ reason: 'Fire' })
  const stopped: number = halted.data.stopped_campaigns
  const attention = await user.attentionGet()
  const still = await user.attentionPutAway({ keys: [attention.data.halted_campaigns[0]!.key] }).catch(answer => answer)
  const again = await user.campaignsStartHalted({ resume: true })
  same<Equal<(typeof again.data.data)[number]['status'], 'draft' | 'in-progress' | 'stopped' | 'completed'>>()
  await user.attentionRestore({})
  const resent = await user.webhooksRedeliverDead({ call_id: call.data.id })
  const { country } = (await user.settingsUpdate({ country: 'gb' })).data.data
  const stats = await user.statsGet({ from: '2026-01-05', to: '2026-01-05' })

  return {
    halts: {
      why, lines, stopped, still: still.status, again: again.data.message, resent: resent.data.message, country,
      now: stats.data.now,
    },
    refused: { ...refused, status: early.status }, lead, many: many.data.data, started: started.data.data,
    call: call.data, said, leads: leads.data, invalid: { ...invalid, status: wrong.status },
    document: added_document.data.data, reply: reply.data,
  }
}

// What must not compile.
export async function wrong(api: Api<unknown>) {
  // @ts-expect-error: no such mode
  await api.user.assistantsUpdate(1, { mode: 'duplex' })
  // @ts-expect-error: a number is needed
  await api.user.leadsCreate({ campaign_id: 1 })
  // @ts-expect-error: no such state
  await api.user.leadsList({ status: 'open' })
  // @ts-expect-error: a transfer needs somebody to transfer to
  await api.user.assistantsUpdate(1, { tools: [{ type: 'warm_call_transfer' }] })
}
`

type Walk = (baseUrl: string, key: string, advance: () => Promise<void>) => Promise<Record<string, never>>

it('a client by swagger-typescript-api compiles under strict and works in a program', {
  timeout: 120_000,
}, async () => {
  const { files } = await generateApi({
    spec: openApiDocument('http://127.0.0.1:4620/api') as never,
    output: false,
    silent: true,
    generateUnionEnums: true,
  })
  // The generator switches the type check off in its file. Here it is on.
  const client = files[0]!.fileContent.replace('// @ts-nocheck', '')
  const { walk } = await compiled<{ walk: Walk }>(client, program)
  const world = await startWorld()
  const seen = await walk(world.service.api, world.key, () => world.advance(5 * MINUTE))
  expect(seen).toMatchObject({
    refused: { status: 400, message: expect.any(String), success: false, data: { status: 'draft' } },
    lead: { phone_number: '+12025550124', status: 'created', variables: { name: 'Bob' } },
    many: { created: 1, skipped: 1, problems: [{ row: 1, field: 'phone_number' }] },
    started: { status: 'in-progress' },
    call: { status: 'completed', client_phone_number: '+12025550124', lead_id: 1 },
    leads: { total: 1, data: [{ id: 1 }] },
    invalid: { status: 422, errors: { phone_number: [expect.any(String)] } },
    document: { name: 'Hours', type: 'txt' },
    reply: { status: true, message: expect.stringMatching(/\S/) },
  })
  expect(seen).toMatchObject({
    halts: {
      why: { dialing: false, reasons: [{ code: 'nothing_due' }] },
      lines: 30,
      stopped: 1,
      still: 422,
      again: '1 campaign was started again.',
      resent: 'No webhook is sent again: none was given up.',
      country: 'GB',
      now: expect.stringContaining('2026-01-05'),
    },
  })
  expect(seen.said).toContain('bot: Hello Bob.')
})

/** What a program would write with a client by orval, which makes a function for each operation. */
const orvalProgram = `
import {
  callsMake, documentsCreate, knowledgebasesCreate, leadsList,
  type CallSummaryStatus, type DocumentsCreateAnswer, type Invalid,
} from './client.js'

export async function walk(key: string) {
  const options = { headers: { Authorization: \`Bearer \${key}\` } }
  const json = { headers: { ...options.headers, 'Content-Type': 'application/json', 'Idempotency-Key': 'once' } }
  const base = await knowledgebasesCreate({ name: 'Shop' }, json)
  if (base.status !== 201) throw new Error(base.data.message)
  const file = new File(['Opening hours: nine to five.'], 'hours.txt', { type: 'text/plain' })
  const uploaded = await documentsCreate(base.data.data.id, { name: 'Hours', type: 'txt', file }, options)
  if (uploaded.status !== 201) throw new Error(JSON.stringify(uploaded.data))
  const document: DocumentsCreateAnswer['data'] = uploaded.data.data
  const site = { name: 'Site', type: 'website', links: [{ link: 'http://127.0.0.1:1/' }] } as const
  const linked = await documentsCreate(base.data.data.id, { ...site, links: [...site.links] }, options)
  const wrong = await callsMake({ phone_number: '+12025550124', assistant_id: 'x' }, json)
  const invalid = wrong.status === 422 ? (wrong.data as Invalid) : undefined
  const leads = await leadsList({ status: 'created' }, options)
  return { document, linked: linked.status, invalid, leads: leads.status }
}

// @ts-expect-error: no such state
export const status: CallSummaryStatus = 'over'
`

it('a client by orval compiles under strict and uploads a document', { timeout: 120_000 }, async () => {
  const world = await startWorld()
  const dir = mkdtempSync(join(tmpdir(), 'callwright-orval-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const target = join(dir, 'client.ts')
  writeFileSync(join(dir, 'openapi.json'), JSON.stringify(openApiDocument(world.service.api)))
  await generate(
    {
      input: { target: join(dir, 'openapi.json') },
      output: { target, client: 'fetch', baseUrl: world.service.api },
    },
    dir,
    { logLevel: 'error' },
  )
  type WalkOrval = (key: string) => Promise<Record<string, unknown>>
  const { walk } = await compiled<{ walk: WalkOrval }>(readFileSync(target, 'utf8'), orvalProgram)
  expect(await walk(world.key)).toMatchObject({
    document: { name: 'Hours', type: 'txt', status: 'processing' },
    linked: 201,
    invalid: { errors: { assistant_id: [expect.any(String)] } },
    leads: 200,
  })
})
