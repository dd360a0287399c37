import { describe, expect, it } from 'vitest'
import { call } from '../../support/call'

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
