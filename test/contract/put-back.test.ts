import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aKnowledgeBase,
  aNumber,
  DUALPLEX_MODEL,
  ENGLISH,
  ITALIAN,
  LLM,
  MULTIMODAL_MODEL,
  MULTIMODAL_VOICE,
  PIPELINE_VOICE,
  SYNTHESIZER,
  TRANSCRIBER,
} from '../support/api'
import { anAssistant, given, startWorld, type TestWorld } from '../support/world'

// What GET answers can be PUT back as it is: 200, and nothing has changed. Clients that read a record, change one field
// and send the whole of it rely on this.

/** Reads a record, puts it back and expects that it is the same afterwards, but for the time of the change. */
async function expectPutBack(world: TestWorld, path: string, of: (body: never) => object = body => body) {
  const before = of((await world.get(path)).body as never)
  const { status, body } = await world.put(path, before)
  expect({ path, status, body }).toMatchObject({ status: 200, body: { message: expect.any(String) } })
  const after = of((await world.get(path)).body as never)
  const without = ({ updated_at: _, now: __, ...record }: Record<string, unknown>) => record
  expect(without({ ...after })).toEqual(without({ ...before }))
}
function suspend(world: TestWorld, id: number) {
  for (const status of ['past_due', 'suspended'])
    world.db.prepare('UPDATE phone_numbers SET status = ? WHERE id = ?').run(status, id)
}
const inData = ({ data }: { data: object }) => data

const aTool = async (world: TestWorld) => {
  const tool = { name: 'find_order', description: 'Finds', endpoint: 'http://127.0.0.1:9/{order}', method: 'GET' }
  const schema = [{ name: 'order', type: 'string', description: 'Which order' }]
  const headers = [{ name: 'X-Key', value: 'secret' }]
  return (await world.post('/user/tools', { ...tool, schema, headers })).body.data.id as number
}

describe('a record can be put back as it was read', () => {
  it('a tool', async () => {
    const world = await startWorld()
    await expectPutBack(world, `/user/tools/${await aTool(world)}`)
  })

  it('a knowledge base', async () => {
    const world = await startWorld()
    await expectPutBack(world, `/user/knowledgebases/${aKnowledgeBase(world)}`, inData)
  })

  it.each<[string, object]>([
    ['a number', { sip_trunk_type: 'number', phone_number: '+12125550190' }],
    ['an extension', { sip_trunk_type: 'extension', phone_number: '101', country_code: 'IT', outbound_proxy: true }],
    [
      'a number by address',
      {
        sip_trunk_type: 'number',
        phone_number: '+12125550190',
        inbound_authorization_type: 'ip',
        allowed_inbound_ips: ['203.0.113.7'],
        sip_username: null,
        sip_password: null,
        country_code: 'CA',
        outbound_proxy: 'proxy.example.com:5061',
        nickname: 'Office',
      },
    ],
  ])('a SIP trunk with %s', async (_, fields) => {
    const world = await startWorld()
    const trunk = { sip_username: 'desk', sip_password: 'secret', sip_address: 'sip.example.com', ...fields }
    const { status, body } = await world.post('/user/phone-numbers/sip-trunks', trunk)
    expect(status).toBe(201)
    await expectPutBack(world, `/user/phone-numbers/sip-trunks/${body.data.id}`, inData)
  })

  it('the settings, whatever was set', async () => {
    const world = await startWorld()
    await expectPutBack(world, '/user/settings')
    await world.put('/user/settings', {
      rates: { sms: { US: 0.02 } },
      public_base_url: 'https://desk.example.com/api',
      evaluation_model_id: LLM,
      retention_days: 30,
      timezone: 'UTC',
      providers: [{ id: SYNTHESIZER, api_key: 'secret' }],
    })
    await expectPutBack(world, '/user/settings')
  })

  it('a campaign, also when its assistant and a number were deleted and another number is suspended', async () => {
    const world = await startWorld()
    const post_call_schema = [{ name: 'agreed', type: 'bool', description: '' }]
    const assistant_id = await given.assistant(world, { post_call_schema })
    const numbers = [aNumber(world, { type: 'sip' }), aNumber(world), aNumber(world)]
    const campaign = await given.campaign(world, {
      assistant_id,
      phone_number_ids: numbers,
      goal_completion_variable: 'agreed',
      retry_on_goal_incomplete: true,
      retry_intervals: [10, 20],
    })
    const path = `/user/campaigns/${campaign}`
    await expectPutBack(world, path)
    expect((await world.delete(`/user/phone-numbers/${numbers[0]}`)).status).toBe(200)
    suspend(world, numbers[1]!)
    await expectPutBack(world, path)
    expect((await world.delete(`/user/assistant/${assistant_id}`)).status).toBe(200)
    await expectPutBack(world, path)
    expect((await world.get(path)).body).toMatchObject({ assistant_id: null, phone_number_ids: numbers.slice(1) })
  })
})

const modes = {
  pipeline: { mode: 'pipeline', voice_id: PIPELINE_VOICE, llm_model_id: LLM },
  multimodal: {
    mode: 'multimodal',
    voice_id: MULTIMODAL_VOICE,
    llm_model_id: null,
    multimodal_model_id: MULTIMODAL_MODEL,
  },
  dualplex: { mode: 'dualplex', voice_id: PIPELINE_VOICE, llm_model_id: null, multimodal_model_id: DUALPLEX_MODEL },
}
const share = fc.double({ min: 0, max: 1, noNaN: true })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const text = fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' }).filter(value => value.trim() !== '')
const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/).filter(name => name !== '__proto__')

/** Any settings that every mode has; each may be left out. */
const settings = fc.record(
  {
    name: text,
    timezone: fc.constantFrom('UTC', 'europe/rome', 'America/New_York'),
    initial_message: text,
    voice_stability: share,
    speech_speed: fc.constantFrom('0.70', 1, '1.2'),
    llm_temperature: share,
    knowledgebase_mode: fc.constant('function_call'),
    record: fc.constantFrom(0, 1, true, false),
    filler_config: fc.constantFrom({}, [], { neutral: ['So'] }),
    max_initial_silence_duration: maybe(fc.integer({ min: 1, max: 120 })),
    min_interrupt_words: maybe(fc.integer({ min: 0, max: 10 }).map(String)),
    voice_mail_message: maybe(text),
    conversation_inactivity_timeout: maybe(fc.integer({ min: 1, max: 1440 })),
    webhook_url: maybe(fc.webUrl()),
    secondary_language_ids: fc.constantFrom([], [ITALIAN], [ITALIAN, 2]),
    synthesizer_provider_id: maybe(fc.constant(SYNTHESIZER)),
    variables: fc.oneof(
      fc.dictionary(name, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))),
      fc.array(fc.dictionary(name, text), { maxLength: 2 }),
    ),
    post_call_schema: fc.uniqueArray(
      fc.record({ name, type: fc.constantFrom('bool', 'boolean', 'int', 'float', 'string'), description: text }),
      { selector: field => field.name, maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
)
const ofPipeline = fc.record(
  {
    knowledgebase_mode: fc.constantFrom('function_call', 'prompt'),
    allow_interruptions: fc.boolean(),
    fillers: fc.constantFrom(0, 1),
    transcriber_provider_id: maybe(fc.constant(TRANSCRIBER)),
  },
  { requiredKeys: [] },
)
const ofSpeech = fc.record(
  { turn_detection_threshold: maybe(share), chat_llm_fallback_id: maybe(fc.constant(LLM)) },
  { requiredKeys: [] },
)
const mode = fc.constantFrom('pipeline', 'multimodal', 'dualplex')
const made = mode.chain(mode =>
  fc.tuple(settings, mode === 'pipeline' ? ofPipeline : ofSpeech).map(([all, own]) => ({
    ...all,
    ...own,
    ...modes[mode as keyof typeof modes],
  })),
)

/** What an assistant refers to; each may be deleted, or a number suspended, before it is put back. */
const referred = ['knowledgebase', 'tool', 'ownNumber', 'transferNumber', 'otherAssistant'] as const
const deletions = fc.shuffledSubarray([...referred, 'suspend' as const, 'mode' as const])

it('an assistant of any mode, whatever of what it refers to is deleted meanwhile', async () => {
  const world = await startWorld()
  await fc.assert(
    fc.asyncProperty(
      made,
      fc.constantFrom('inbound', 'outbound'),
      fc.boolean(),
      deletions,
      mode,
      async (own, type, active, deletions, nextMode) => {
        const ids = {
          knowledgebase: aKnowledgeBase(world),
          tool: await aTool(world),
          ownNumber: aNumber(world, { type: 'sip' }),
          transferNumber: aNumber(world, { type: 'sip' }),
          otherAssistant: await given.assistant(world),
        }
        const { tool, transferNumber, otherAssistant } = ids
        const id = await given.assistant(
          world,
          anAssistant({
            ...own,
            type,
            language_id: ENGLISH,
            knowledgebase_id: ids.knowledgebase,
            phone_number_id: ids.ownNumber,
            tool_ids: [tool],
            tools: [
              { type: 'end_call' },
              { type: 'assistant_transfer', assistant_id: String(otherAssistant) },
              { type: 'warm_call_transfer', supervisor_phone: '101', custom_sip: 1, outbound_phone_id: transferNumber },
              { type: 'call_transfer', custom: true },
              { type: 'calendar_integration', data: { calcom_api_key: 'secret', calcom_event_slug: 'intro' } },
            ],
          }),
        )
        const path = `/user/assistant/${id}`
        if (active) expect((await world.put(path, { status: 'active' })).status).toBe(200)
        await expectPutBack(world, path)
        const paths = {
          knowledgebase: `/user/knowledgebases/${ids.knowledgebase}`,
          tool: `/user/tools/${tool}`,
          ownNumber: `/user/phone-numbers/${ids.ownNumber}`,
          transferNumber: `/user/phone-numbers/${transferNumber}`,
          otherAssistant: `/user/assistant/${otherAssistant}`,
        }
        for (const what of deletions) {
          if (what === 'suspend') suspend(world, ids.ownNumber)
          else if (what === 'mode') {
            const voice_id = modes[nextMode as keyof typeof modes].voice_id
            expect((await world.put(path, { mode: nextMode, voice_id })).status).toBe(200)
          } else expect((await world.delete(paths[what])).status).toBe(200)
          await expectPutBack(world, path)
        }
      },
    ),
    { numRuns: 20 },
  )
}, 60_000)
