import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApiDocument } from '../../src/main/http/openapi'
import { MINUTE, startWorld } from '../support/world'

// A client that somebody else's generator made from the document: it must compile under strict, say what it sends and
// gets in types, and work.

/** What a program would write with the client. Compiled beside it, so that its types are held to account too. */
const program = `
import { Api, type BuiltInTool, type Call, type Invalid, type Lead, type RefusalOfCampaignsUpdateStatus } from './client'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <T extends true>(_?: T) => {}

export async function walk(baseUrl: string, key: string, advance: () => Promise<void>) {
  const headers = { Authorization: \`Bearer \${key}\` }
  const { user, conversations } = new Api({ baseUrl, securityWorker: () => ({ headers }) })

  const end: BuiltInTool = { type: 'end_call', description: 'When all is said' }
  const assistant = await user.assistantsCreate({
    name: 'Anna', voice_id: 1, language_id: 1, llm_model_id: 1, type: 'outbound', mode: 'pipeline',
    timezone: 'Europe/Rome', initial_message: 'Hello {{name}}.', system_prompt: 'You are Anna.',
    variables: { name: 'there' }, tools: [end],
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
  const added_document = await user.documentsCreate(base.data.data.id, form, { type: 'multipart/form-data' })

  const chat = await conversations.conversationsCreate({ assistant_id, type: 'api' })
  const reply = await conversations.conversationsSend(chat.data.conversation_id, { message: 'Hello' })

  return {
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

const config = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: [],
    outDir: 'out',
  },
  files: ['client.ts', 'program.ts'],
}

let dir: string
let walk: (baseUrl: string, key: string, advance: () => Promise<void>) => Promise<Record<string, never>>

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'callwright-client-'))
  const { files } = await generateApi({
    spec: openApiDocument('http://127.0.0.1:4620/api') as never,
    output: false,
    silent: true,
    generateUnionEnums: true,
  })
  // The generator switches the type check off in its file. Here it is on.
  const client = files[0]!.fileContent.replace('// @ts-nocheck', '')
  writeFileSync(join(dir, 'client.ts'), client)
  writeFileSync(join(dir, 'program.ts'), program.replace("'./client'", "'./client.js'"))
  writeFileSync(join(dir, 'package.json'), '{"type": "module"}')
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
  try {
    execFileSync(process.execPath, [tsc, '-p', dir], { stdio: 'pipe' })
  } catch (error) {
    throw new Error(`It does not compile:\n${(error as { stdout: Buffer }).stdout}`)
  }
  ;({ walk } = await import(pathToFileURL(join(dir, 'out/program.js')).href))
}, 120_000)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

it('the generated client compiles under strict and works in a program', async () => {
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
  expect(seen.said).toContain('bot: Hello Bob.')
})
