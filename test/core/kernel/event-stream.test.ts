import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Event } from '../../../src/contract/events'
import { given, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

/** Reads a user's event stream until the test is over. */
async function listen(world: TestWorld, headers: Record<string, string> = {}) {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await fetch(`${world.service.api}/user/events`, {
    headers: { authorization: `Bearer ${world.key}`, ...headers },
    signal: abort.signal,
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const events: Event[] = []
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader.read()).value ?? '' // it is connected
  const read = async () => {
    for (;;) {
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        const data = field('data')
        if (data === undefined) continue
        const event = JSON.parse(data) as Event
        expect(field('event')).toBe(event.type)
        events.push(event)
      }
      const { value, done } = await reader.read()
      if (done) return
      text += value
    }
  }
  // The test's end cuts the stream off.
  void read().catch(() => {})
  return {
    events,
    /** Waits until the last word has arrived: what is published now comes after all that came before. */
    async flush() {
      const marker = (await world.request('POST', '/user/balance/top-up', { amount: 1 }, { headers })).body.data
      await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'balance.changed', ...marker }))
      return events.splice(0).slice(0, -1)
    },
  }
}
const of = <T extends Event['type']>(events: Event[], type: T) =>
  events.filter((event): event is Extract<Event, { type: T }> => event.type === type)

describe('the event stream', () => {
  it('the event stream needs a key', async () => {
    const world = await startWorld()
    const response = await fetch(`${world.service.api}/user/events`)
    expect([response.status, await response.json()]).toEqual([
      401,
      { message: 'Unauthenticated.', error: 'Unauthenticated.' },
    ])
  })

  it('events of a new assistant, campaign and lead come in this order', async () => {
    const world = await startWorld()
    const { flush } = await listen(world)
    const campaign = await given.campaign(world)
    const id = await given.lead(world, campaign)
    expect(await flush()).toEqual([
      { type: 'assistant.changed', id: 1 },
      { type: 'campaign.changed', id: campaign, status: 'draft' },
      { type: 'lead.changed', id, campaign_id: campaign, status: 'created' },
    ])
  })

  it('an event comes after the commit, so that a reader finds what it announces', async () => {
    const world = await startWorld()
    const { events } = await listen(world)
    const campaign = await given.campaign(world)
    const making = given.lead(world, campaign)
    const { id } = await vi.waitFor(() => {
      const [event] = of(events, 'lead.changed')
      expect(event).toBeDefined()
      return event!
    })
    expect(world.lead(id)).toMatchObject({ status: 'created' })
    expect(await making).toBe(id)
  })

  it("the events of a call have its statuses, its words and its lead's statuses", async () => {
    const world = await startWorld()
    const campaign = await given.campaign(world)
    const lead_id = await given.lead(world, campaign)
    const { flush } = await listen(world)
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    const events = await flush()
    const life = of(events, 'call.changed')
    expect(life.map(event => event.status)).toEqual(['initiated', 'ringing', 'in-progress', 'ended', 'completed'])
    const { id, client_phone_number, transcript } = (await world.get('/user/calls')).body.data[0]
    for (const event of life) expect(event).toMatchObject({ id, campaign_id: campaign, lead_id, client_phone_number })
    expect(of(events, 'call.said').map(event => event.item)).toEqual(transcript)
    expect(of(events, 'lead.changed').map(event => event.status)).toEqual(['scheduled', 'processing', 'completed'])
    expect(of(events, 'campaign.changed').map(event => event.status)).toEqual(['in-progress', 'completed'])
    expect(of(events, 'balance.changed')).toHaveLength(1)
  })

  it('every user receives dialing events, and only the owner receives the others', async () => {
    const world = await startWorld()
    const other = world.other()
    const mine = await listen(world)
    const theirs = await listen(world, other.headers)
    const campaign = await given.campaign(world)
    await given.lead(world, campaign)
    await given.started(world, campaign)
    await world.advance(10 * MINUTE)
    await world.post('/user/dialing/pause')
    const seen = await theirs.flush()
    expect(seen).toMatchObject([{ type: 'dialing.changed', dialing: { state: 'paused' } }])
    expect(of(await mine.flush(), 'dialing.changed')).toHaveLength(1)
  })

  it('a refused request publishes no event', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const campaign_id = await given.campaign(world)
    const { flush } = await listen(world)
    const refused = [
      await world.post('/user/assistant', {}),
      await world.put(`/user/assistant/${assistant_id}`, { name: 'X', voice_id: 987_654_321 }),
      await world.post('/user/campaigns', { name: 'C', assistant_id: 987_654_321 }),
      await world.post('/user/lead', { campaign_id, phone_number: '+12015550124', variables: { nope: 1 } }),
      await world.post('/user/campaigns/update-status', { campaign_id, action: 'start' }),
      await world.post('/user/make_call', { assistant_id, phone_number: '12' }),
      await world.post('/user/balance/top-up', { amount: -1 }),
      await world.post('/user/calls/1/hang-up'),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 404, 422, 400, 400, 422, 404])
    expect(await flush()).toEqual([])
  })

  it('the service keeps running when a reader disconnects', async () => {
    const world = await startWorld()
    const abort = new AbortController()
    const headers = { authorization: `Bearer ${world.key}` }
    const response = await fetch(`${world.service.api}/user/events`, { headers, signal: abort.signal })
    await response.body!.getReader().read()
    abort.abort()
    const campaign = await given.campaign(world)
    await given.lead(world, campaign)
    await world.advance(SECOND)
    expect((await world.get('/user/leads')).status).toBe(200)
  })
})
