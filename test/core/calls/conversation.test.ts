import { describe, expect, it } from 'vitest'
import { call } from '../../support/call'

describe('a conversation', () => {
  it('the assistant greets the person who answers, they take turns, and a tool ends the call', async () => {
    const { call: body } = await call('24')
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

  it('without the end_call tool, the call lasts until the customer hangs up', async () => {
    const { call: body } = await call('24', { tools: [] })
    expect(body).toMatchObject({ status: 'ended_by_customer', end_reason: 'customer_hung_up' })
  })

  it('the assistant speaks second when wait_for_customer is set', async () => {
    const { said } = await call('08', { wait_for_customer: true, max_silence_duration: 20 })
    expect(said).toEqual([])
  })

  it('after silence the assistant asks once if somebody is there, and then ends the call', async () => {
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

  it('the call ends sooner when nobody ever speaks', async () => {
    const { call: body } = await call('08', { max_initial_silence_duration: 5 })
    expect(body).toMatchObject({ end_reason: 'silence', duration: 5 })
  })

  it.each([
    ['a mailbox', '04', 'machine', 'voicemail'],
    ['a call screening service', '11', 'human', 'end_call'],
  ])('%s that speaks longer than silence may last is not cut off', async (_, ending, answered_by, end_reason) => {
    const { call: body } = await call(ending, { max_initial_silence_duration: 3, max_silence_duration: 4 })
    const [first] = body.transcript
    expect(first!.sender).toBe('human')
    expect(first!.end_timestamp! - first!.timestamp).toBeGreaterThan(4)
    expect(body).toMatchObject({ answered_by, end_reason })
  })

  it('the call lasts no longer than max_duration', async () => {
    const { call: body } = await call('07', { max_duration: 60 })
    expect(body).toMatchObject({ status: 'completed', end_reason: 'max_duration', duration: 60 })
    expect(body.total_cost).toBe('0.10000000')
  })

  it('a greeting that is interrupted is in the transcript only as far as it was spoken', async () => {
    const greeting = 'Good morning, this is a rather long greeting that nobody will ever hear to its end.'
    const { call: body, said } = await call('05', { initial_message: greeting })
    expect(body).toMatchObject({ status: 'ended_by_customer', answered_by: 'human' })
    expect(body.transcript[1]).toMatchObject({ sender: 'bot', interrupted: true })
    expect(greeting.startsWith(said[1]!)).toBe(true)
    expect(said[1]!.length).toBeLessThan(greeting.length)
  })

  it('the assistant leaves its message on a voicemail, or hangs up at once without one', async () => {
    const silent = await call('04')
    expect(silent.call).toMatchObject({ status: 'ended_by_assistant', end_reason: 'voicemail', answered_by: 'machine' })
    expect(silent.said).toHaveLength(1)
    const spoken = await call('04', { voice_mail_message: 'Please call back.' })
    expect(spoken.said[1]).toBe('Please call back.')
    expect(spoken.call.end_reason).toBe('voicemail')
  })

  it('the assistant tells a call screener who is calling and then talks to the person', async () => {
    const { call: body, said } = await call('11')
    expect(said[0]).toMatch(/call screening/)
    expect(said[1]).toMatch(/automated assistant/)
    expect(said[2]).toMatch(/this is me/)
    expect(body).toMatchObject({ status: 'completed', answered_by: 'human' })
  })

  it('the transfer tool is offered to the engine', async () => {
    // The scripted model never uses it, so this test reads what the engine is offered.
    const { world, call: body } = await call('24', {
      tools: [{ type: 'call_transfer', phone_number: '+12025550124', description: 'To sales' }],
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
