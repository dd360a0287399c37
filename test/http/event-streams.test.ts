import { get as httpGet, type IncomingMessage } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Event } from '../../src/contract/events'
import { createKey } from '../../src/main/core/workspace/api-keys'
import { createConsoleToken } from '../../src/main/core/workspace/sessions'
import { given, MINUTE, SECOND, startWorld, type TestWorld } from '../support/world'

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

/** Opens a stream and reads nothing of it. */
async function opened(world: TestWorld, path: string, headers: Record<string, string>, method = 'GET') {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const url = new URL(path, world.service.api)
  const response = await fetch(url, { method, headers, signal: abort.signal })
  return { status: response.status, response, close: () => abort.abort() }
}
const newKey = (world: TestWorld) => createKey(world.db, 1, 'reader', world.clock.now())
const withKey = (key: string) => ({ authorization: `Bearer ${key}` })

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

describe('many event streams', () => {
  it('a key may have 16 streams open; one more is 429 until one is closed', async () => {
    const world = await startWorld()
    const open = () => opened(world, '/api/user/events', withKey(world.key))
    const streams = await Promise.all(Array.from({ length: 16 }, open))
    expect(streams.map(({ status }) => status)).toEqual(Array(16).fill(200))
    const { response } = await open()
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toEqual({ message: expect.stringContaining('16'), retry_after: 5 })
    // Neither other requests of the key nor other keys are refused.
    expect((await world.get('/user/me')).status).toBe(200)
    expect((await opened(world, '/api/user/events', withKey(newKey(world).key))).status).toBe(200)
    streams[0]!.close()
    await vi.waitFor(async () => expect((await open()).status).toBe(200))
  })

  it('a session of the console may have 16 streams open too', async () => {
    const world = await startWorld()
    const token = createConsoleToken(world.db, 1, world.clock.now())
    const signedIn = await fetch(new URL('/session', world.service.api), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    const { session } = (await signedIn.json()) as { session: string }
    const open = () => opened(world, '/rpc/events/stream', { 'x-callwright-session': session }, 'POST')
    const streams = await Promise.all(Array.from({ length: 16 }, open))
    expect(streams.map(({ status }) => status)).toEqual(Array(16).fill(200))
    const { response } = await open()
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5'])
  })

  it('an event is made into text once, however many streams send it', async () => {
    const world = await startWorld()
    const streams = [await listen(world), await listen(world), await listen(world, withKey(newKey(world).key))]
    let written = 0
    const event = { type: 'settings.changed', toJSON: () => ({ type: 'settings.changed', n: ++written }) } as const
    world.service.context.bus.publish(1, event)
    for (const { events } of streams)
      await vi.waitFor(() => expect(events).toEqual([{ type: 'settings.changed', n: 1 }]))
    expect(written).toBe(1)
  })

  it('a revoked key gets no more events, and its streams end although nothing happens', async () => {
    const world = await startWorld()
    const { id, key } = newKey(world)
    const { events } = await listen(world, withKey(key))
    const quiet = await opened(world, '/api/user/events', withKey(key))
    const text = quiet.response.text()
    expect((await world.delete(`/user/api-keys/${id}`)).status).toBe(200)
    expect(await text).not.toContain('event:')
    await given.assistant(world)
    expect(events).toEqual([])
    expect((await world.request('GET', '/user/events', undefined, { headers: withKey(key) })).status).toBe(401)
  })

  it('a reader that reads nothing is cut off, and the others are not', async () => {
    const world = await startWorld()
    const { key } = newKey(world)
    const reader = () =>
      new Promise<IncomingMessage>(resolve => {
        const request = httpGet(`${world.service.api}/user/events`, { headers: withKey(key) }, resolve)
        onTestFinished(() => void request.destroy())
      })
    const stuck = await reader()
    const others: IncomingMessage[] = []
    while (others.length < 15) others.push((await reader()).resume())
    const text = 'x'.repeat(256 * 1024)
    // The operating system keeps some megabytes for a reader; above that they wait in the service.
    await vi.waitFor(
      async () => {
        world.service.context.bus.publish(1, { type: 'operator.told', level: 'info', text })
        expect((await opened(world, '/api/user/events', withKey(key))).status).toBe(200)
      },
      { timeout: 20_000, interval: 30 },
    )
    await expect(async () => {
      for await (const _ of stuck);
    }).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(others.map(({ destroyed }) => destroyed)).toEqual(Array(15).fill(false))
  })
})
