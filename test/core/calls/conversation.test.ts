import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { TranscriptItem } from '../../../src/contract/calls'
import { given, MINUTE, SECOND, startWorld } from '../../support/world'

interface CallBody {
  status: string
  end_reason: string
  duration: number
  transcript: TranscriptItem[]
  warnings: string[]
  evaluation: { name: string; type: string; value: unknown; description: string }[]
  [field: string]: unknown
}

/** One call to a number with this ending, held to its end. */
async function call(ending: string, assistant: object = {}, over: object = {}, time = 25 * MINUTE) {
  const world = await startWorld()
  const id = await given.assistant(world, assistant)
  const made = await world.post('/user/make_call', { assistant_id: id, phone_number: given.number(ending), ...over })
  expect(made.status).toBe(200)
  await world.advance(time)
  const body = (await world.get(`/user/calls/${made.body.call_id}`)).body as CallBody
  return { world, id: made.body.call_id as number, call: body, said: body.transcript.map(item => item.text) }
}

describe('variables', () => {
  it("are filled in: the request's before the assistant's own", async () => {
    const { said, call: body } = await call(
      '14',
      {
        initial_message: 'Hello {{ name }}, it is {{day}}. {{count}} {{ok}}',
        variables: { name: 'you', day: 'Monday', count: 3, ok: true },
      },
      { variables: { name: 'Bob' } },
    )
    expect(said[1]).toBe('Hello Bob, it is Monday. 3 true')
    expect(body.variables).toEqual({ name: 'Bob', day: 'Monday', count: 3, ok: true })
    expect(body.warnings).toEqual([])
  })

  it('without a value are an empty text and a warning', async () => {
    const { said, call: body } = await call('14', {
      initial_message: 'Hello {{name}}{{unheard_of}}.',
      variables: { name: null },
    })
    expect(said[1]).toBe('Hello .')
    expect(body.warnings.join()).toMatch(/name has no value.*unheard_of has no value/)
  })

  it('that the assistant does not define are kept with a warning', async () => {
    const { said, call: body } = await call(
      '14',
      { initial_message: 'Hello {{name}}.' },
      { variables: { name: 'Bob' } },
    )
    expect(said[1]).toBe('Hello Bob.')
    expect(body.warnings).toEqual(['The assistant does not define the variable name.'])
  })
})

describe('a conversation', () => {
  it('greets who answers, takes turns, and ends by the tool when it is over', async () => {
    const { call: body } = await call('14')
    expect(body).toMatchObject({
      status: 'completed',
      end_reason: 'end_call',
      spoken_by: 'scripted',
      answered_by: 'human',
    })
    const turns = body.transcript.filter(item => item.type === 'transcript')
    turns.forEach((item, i) => {
      expect(item.sender).toBe(i % 2 === 0 ? 'human' : 'bot')
      expect(item.end_timestamp!).toBeGreaterThan(item.timestamp)
      if (i > 0) expect(item.timestamp).toBeGreaterThanOrEqual(turns[i - 1]!.end_timestamp!)
    })
    expect(body.transcript.find(item => item.type === 'function_call')!.text).toBe('end_call()')
  })

  it('without the tool goes on until the other side hangs up', async () => {
    const { call: body } = await call('14', { tools: [] })
    expect(body).toMatchObject({ status: 'ended_by_customer', end_reason: 'customer_hung_up' })
  })

  it('waits for the customer when it is to', async () => {
    const { said } = await call('08', { wait_for_customer: true, max_silence_duration: 20 })
    expect(said).toEqual([])
  })

  it('speaks into the silence, asks once whether somebody is there, and gives up', async () => {
    const { call: body, said } = await call('08', {
      max_silence_duration: 20,
      reengagement_interval: 7,
      reengagement_prompt: 'Hello? {{name}}',
    })
    expect(said).toEqual(['Hello, this is Anna.', 'Hello? '])
    expect(body).toMatchObject({ status: 'ended_by_assistant', end_reason: 'silence', answered_by: 'unknown' })
    const greeted = body.transcript[0]!.end_timestamp!
    expect(body.duration).toBe(Math.ceil(greeted - body.transcript[0]!.timestamp + 1.5 + 20))
  })

  it('gives up sooner when nobody ever says a word', async () => {
    const { call: body } = await call('08', { max_initial_silence_duration: 5 })
    expect(body).toMatchObject({ end_reason: 'silence', duration: 5 })
  })

  it('lasts no longer than it may', async () => {
    const { call: body } = await call('07', { max_duration: 60 })
    expect(body).toMatchObject({ status: 'completed', end_reason: 'max_duration', duration: 60 })
    expect(body.total_cost).toBe('0.10000000')
  })

  it('is cut short in the middle of a sentence, and only what was said counts as said', async () => {
    const greeting = 'Good morning, this is a rather long greeting that nobody will ever hear to its end.'
    const { call: body, said } = await call('05', { initial_message: greeting })
    expect(body).toMatchObject({ status: 'ended_by_customer', answered_by: 'human' })
    expect(body.transcript[1]).toMatchObject({ sender: 'bot', interrupted: true })
    expect(greeting.startsWith(said[1]!)).toBe(true)
    expect(said[1]!.length).toBeLessThan(greeting.length)
  })

  it('with a voicemail leaves its message or hangs up at once', async () => {
    const silent = await call('04')
    expect(silent.call).toMatchObject({ status: 'ended_by_assistant', end_reason: 'voicemail', answered_by: 'machine' })
    expect(silent.said).toHaveLength(1)
    const spoken = await call('04', { voice_mail_message: 'Please call back.' })
    expect(spoken.said[1]).toBe('Please call back.')
    expect(spoken.call.end_reason).toBe('voicemail')
  })

  it('with a screening robot says who is calling and then talks to the person', async () => {
    const { call: body, said } = await call('11')
    expect(said[0]).toMatch(/call screening/)
    expect(said[1]).toMatch(/automated assistant/)
    expect(said[2]).toMatch(/this is me/)
    expect(body).toMatchObject({ status: 'completed', answered_by: 'human' })
  })

  it('is transferred by the tool, which is a way to complete it', async () => {
    // Nobody asks for it in the script; the tool is offered, and what core does with it is asked for directly.
    const { world, call: body } = await call('14', {
      tools: [{ type: 'call_transfer', phone_number: '+12025550114', description: 'To sales' }],
    })
    expect(body.status).toBe('ended_by_customer')
    const brief = JSON.parse(world.db.prepare('SELECT brief FROM call_briefs').pluck().get() as string)
    expect(brief.tools.map((tool: { name: string }) => tool.name)).toEqual([
      'call_transfer',
      'do_not_call',
      'promise_callback',
    ])
  })
})

describe('evaluation', () => {
  const post_call_schema = [
    { name: 'agreed', type: 'bool', description: 'Whether they agreed' },
    { name: 'colleague', type: 'string', description: 'What they say of a colleague' },
    { name: 'price', type: 'number', description: 'A price' },
    { name: 'pieces', type: 'integer', description: 'How many' },
  ]

  it('always has the status and the summary, and every field of the assistant', async () => {
    const { call: body } = await call('14', { post_call_schema })
    expect(body.evaluation.map(item => [item.name, item.type, item.description])).toEqual([
      ['status', 'bool', expect.any(String)],
      ['summary', 'string', expect.any(String)],
      ...post_call_schema.map(({ name, type, description }) => [name, type, description]),
    ])
    const value = (name: string) => body.evaluation.find(item => item.name === name)!.value
    expect([typeof value('agreed'), typeof value('colleague'), value('price'), value('pieces')]).toEqual([
      'boolean',
      'string',
      null,
      null,
    ])
  })

  it('that is off leaves the call without one', async () => {
    const { call: body } = await call('14', { post_call_evaluation: false })
    expect(body.evaluation).toEqual([])
    expect(body.status).toBe('completed')
  })

  it('that fails three times leaves the call final with a warning', async () => {
    let tries = 0
    const world = await startWorld({
      evaluator: {
        async evaluate() {
          tries++
          throw new Error('the model is down')
        },
      },
    })
    const assistant = await given.assistant(world)
    const made = await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('14') })
    await world.advance(5 * MINUTE)
    const { body } = await world.get(`/user/calls/${made.body.call_id}`)
    expect(tries).toBe(3)
    expect(body).toMatchObject({ status: 'completed', evaluation: [] })
    expect(body.warnings).toEqual(['The call could not be evaluated: the model is down.'])
  })

  it('that hangs frees the line, and is given up after a minute', async () => {
    const world = await startWorld({ evaluator: { evaluate: () => new Promise(() => {}) } })
    const assistant = await given.assistant(world)
    const made = await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('05') })
    await world.advance(15 * SECOND)
    expect((await world.get(`/user/calls/${made.body.call_id}`)).body.status).toBe('ended')
    await world.advance(MINUTE)
    expect((await world.get(`/user/calls/${made.body.call_id}`)).body).toMatchObject({
      status: 'ended_by_customer',
      evaluation: [],
    })
  })

  it('that a restart interrupts is made after it', async () => {
    let hangs = true
    const world = await startWorld({
      evaluator: {
        evaluate: () =>
          hangs
            ? new Promise(() => {})
            : Promise.resolve([{ name: 'status', type: 'bool', value: true, description: '' }]),
      },
    })
    const assistant = await given.assistant(world)
    const made = await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('05') })
    await world.advance(15 * SECOND)
    hangs = false
    await world.restart()
    await world.advance(SECOND)
    expect((await world.get(`/user/calls/${made.body.call_id}`)).body).toMatchObject({
      status: 'ended_by_customer',
      evaluation: [{ name: 'status', value: true }],
    })
  })
})

describe('cost', () => {
  it('is by the second from the answer, and every cent is in the ledger', async () => {
    const { world, id, call: body } = await call('14')
    const millionths = Math.round((body.duration * 100_000) / 60)
    expect(Number(body.total_cost)).toBe(millionths / 1e6)
    expect(body.carrier_cost).toBe(body.total_cost)
    const items = body.cost_items as { amount: number }[]
    expect(items.reduce((sum, item) => sum + item.amount, 0)).toBeCloseTo(Number(body.total_cost), 8)
    expect(world.db.prepare('SELECT amount FROM ledger WHERE call_id = ?').pluck().all(id)).toEqual([-millionths])
    expect((await world.get('/user/me')).body.total_balance).toBe((25_000_000 - millionths) / 1e6)
  })

  it('of a call that nobody answered is nothing', async () => {
    const { call: body } = await call('01')
    expect([body.total_cost, body.cost_items]).toEqual(['0.00000000', []])
  })
})

describe('a recording', () => {
  it('is a stereo WAV as long as the call, served in ranges to whoever has its link', async () => {
    const { world, call: body } = await call('14', { record: true })
    const url = body.recording_url as string
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect([whole.toString('latin1', 0, 4), whole.toString('latin1', 8, 16)]).toEqual(['RIFF', 'WAVEfmt '])
    const [format, channels, rate] = [whole.readUInt16LE(20), whole.readUInt16LE(22), whole.readUInt32LE(24)]
    expect([format, channels, rate]).toEqual([7, 2, 8000])
    expect(whole.readUInt32LE(4)).toBe(whole.length - 8)
    const seconds = whole.readUInt32LE(54) / 16000
    expect(Math.ceil(seconds)).toBe(body.duration)
    // Where the transcript has the assistant speaking, its channel sounds and the other is silent.
    const item = body.transcript.find(({ sender }) => sender === 'bot')!
    const first = body.transcript[0]!.timestamp
    const answered = world.db.prepare('SELECT answered_at FROM calls').pluck().get() as number
    const frame = 58 + 2 * Math.floor(((item.timestamp + item.end_timestamp!) / 2 - answered / 1000) * 8000)
    const around = [...whole.subarray(frame - 400, frame + 400)]
    const loud = (side: number) => around.some((byte, i) => (i + frame) % 2 === side && byte !== 0xff && byte !== 0x7f)
    expect(first).toBeGreaterThan(answered / 1000)
    expect([loud(0), loud(1)]).toEqual([false, true])
    const part = await fetch(url, { headers: { range: 'bytes=0-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'RIFF'])
  })

  it('is not made unless it is to be', async () => {
    const { world, call: body } = await call('14')
    expect(body.recording_url).toBeNull()
    expect(existsSync(join(world.dir, 'recordings'))).toBe(true)
    expect(readFileSync(join(world.dir, 'callwright.db')).length).toBeGreaterThan(0)
  })
})
