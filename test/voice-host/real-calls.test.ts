import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { VoiceProcess } from '../../src/main/ports/trunk-line'
import { forkVoiceProcess } from '../../src/main/system/voice-process'
import { createHearing, speak } from '../support/hearing'
import { KEY, startModelServer } from '../support/model-server'
import { LLAMA, SERVER } from '../support/with-model'
import { given, startWorld, type TestWorld } from '../support/world'
import { kamailio, phone } from './sip/support/programs'

// Real calls of the whole service: the real voice process, a carrier and a phone that others wrote, and a server on this
// machine that understands and thinks. The phone says a sentence some seconds after it has answered.

const real = forkVoiceProcess(join(import.meta.dirname, '../../out/main/voice-host.js'))
const GREETING = 'Hello, this is Nora.'
const QUESTION = 'When do you open tomorrow?'
const ANSWER = 'We open at nine.'
const PERSON = '+4930901899'

let carrier: Awaited<ReturnType<typeof kamailio>>
beforeAll(async () => {
  carrier = await kamailio()
  return () => carrier.stop()
})

const peers: Awaited<ReturnType<typeof phone>>[] = []
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.stop()
})

/** Silence for so many seconds, the question, and silence. */
function asking(after: number): Int16Array {
  const question = speak(QUESTION)
  const sound = new Int16Array((after + 20) * 8000)
  sound.set(question, after * 8000)
  return sound
}

/** A desk with a trunk that is registered, whose model and ears are a server on this machine. */
async function aDesk({ asks = 5 } = {}) {
  const server = await startModelServer(() => ({ say: ANSWER }), createHearing([QUESTION]))
  const started: VoiceProcess[] = []
  const world = await startWorld({
    startVoiceProcess(listeners) {
      const own = real(listeners)
      started.push(own)
      return own
    },
  })
  const peer = await phone(carrier.phonePort, carrier.port, asking(asks))
  peers.push(peer)
  const providers = [{ id: SERVER, api_key: KEY, base_url: server.url }]
  expect((await world.put('/user/settings', { carrier: 'sip', providers })).status).toBe(200)
  const { body } = await world.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: '+493090189900',
    sip_username: 'alice',
    sip_password: 'secret',
    sip_address: `127.0.0.1:${carrier.port}`,
  })
  const trunk = body.data.id as number
  await until(world, async () => (await stateOf(world, trunk)) === 'registered')
  return { world, peer, trunk, started }
}

const stateOf = async (world: TestWorld, id: number) =>
  (await world.get(`/user/phone-numbers/sip-trunks/${id}`)).body.data.state.status
const callOf = async (world: TestWorld, id: number) => (await world.get(`/user/calls/${id}`)).body
const saidIn = (call: { transcript: { sender: string; text: string }[] }) =>
  call.transcript.map(({ sender, text }) => `${sender}: ${text}`)

/** Lets the work of the service that is due go on, until it is so. */
const until = (world: TestWorld, isSo: () => Promise<boolean>) =>
  expect
    .poll(
      async () => {
        await world.advance(0)
        return isSo()
      },
      { timeout: 25_000 },
    )
    .toBe(true)
/** Until so much was said in a call. */
const untilSaid = (world: TestWorld, id: number, items: number) =>
  until(world, async () => ((await callOf(world, id))?.transcript?.length ?? 0) >= items)

const anAssistant = (world: TestWorld, over: object = {}) =>
  given.assistant(world, {
    llm_model_id: LLAMA,
    initial_message: GREETING,
    record: true,
    post_call_evaluation: false,
    ...over,
  })

describe('a real call', () => {
  it('a person who is called hears the greeting, asks, and is answered; all of it is written and recorded', async () => {
    const { world, peer, trunk } = await aDesk()
    const assistant_id = await anAssistant(world, { phone_number_id: trunk })
    const { body } = await world.post('/user/make_call', { assistant_id, phone_number: PERSON })
    await untilSaid(world, body.call_id, 3)
    const live = await callOf(world, body.call_id)
    expect(live).toMatchObject({ status: 'in-progress', spoken_by: 'llama3.1' })
    expect(saidIn(live)).toEqual([`bot: ${GREETING}`, `human: ${QUESTION}`, `bot: ${ANSWER}`])
    expect(live.transcript[2].latency.heard_ms).toBeGreaterThan(0)
    await peer.tell('hangup')
    await until(world, async () => (await callOf(world, body.call_id)).status === 'ended_by_customer')
    const call = await callOf(world, body.call_id)
    expect(call).toMatchObject({
      end_reason: 'customer_hung_up',
      answered_by: 'human',
      assistant_phone_number: '+493090189900',
      total_cost: '0.00000000',
    })
    expect(call.duration).toBeGreaterThan(4)
    const sound = await fetch(call.recording_url)
    expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    // Three kilobytes a second.
    expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
  })

  it('somebody who calls the number of the trunk is answered by its assistant', async () => {
    const { world, peer, trunk } = await aDesk({ asks: 60 })
    const assistant = await anAssistant(world, { type: 'inbound', phone_number_id: trunk })
    await world.put(`/user/assistant/${assistant}`, { status: 'active' })
    await peer.tell('dial', `sip:alice@127.0.0.1:${carrier.port}`)
    await untilSaid(world, 1, 1)
    expect(await callOf(world, 1)).toMatchObject({
      type: 'inbound',
      status: 'in-progress',
      assistant_phone_number: '+493090189900',
    })
    expect(saidIn(await callOf(world, 1))).toEqual([`bot: ${GREETING}`])
    expect((await world.post('/user/calls/1/hang-up', {})).status).toBe(200)
    await until(world, async () => (await callOf(world, 1)).end_reason === 'operator')
  })

  it('who calls the trunk of a desk whose calls are simulated hears that it is busy, and meets nobody', async () => {
    const { world, peer, trunk } = await aDesk({ asks: 60 })
    const assistant = await anAssistant(world, { type: 'inbound', phone_number_id: trunk })
    await world.put(`/user/assistant/${assistant}`, { status: 'active' })
    await world.put('/user/settings', { carrier: 'simulated' })
    await peer.tell('dial', `sip:alice@127.0.0.1:${carrier.port}`)
    await until(world, async () => /486|Busy/.test(peer.output()))
    expect((await world.get('/user/calls')).body.total).toBe(0)
  })

  it('a call whose voice process dies ends with a reason, keeps what was said and recorded, and others follow', async () => {
    const { world, trunk, started } = await aDesk({ asks: 60 })
    const assistant_id = await anAssistant(world, { phone_number_id: trunk })
    const campaign = await given.campaign(world, { assistant_id })
    await world.post('/user/lead', { campaign_id: campaign, phone_number: PERSON })
    await given.started(world, campaign)
    await untilSaid(world, 1, 1)
    started[0]!.kill()
    await until(world, async () => (await callOf(world, 1)).status === 'failed')
    const call = await callOf(world, 1)
    expect(call.end_reason).toBe('line_error')
    expect(saidIn(call)).toEqual([`bot: ${GREETING}`])
    expect((await fetch(call.recording_url)).status).toBe(200)
    // Who was talked to is not called again by itself.
    const [lead] = (await world.get(`/user/leads?campaign_id=${campaign}`)).body.data
    expect(lead).toMatchObject({ status: 'completed', attempts: 1 })
    await world.advance(2000)
    await until(world, async () => (await stateOf(world, trunk)) === 'registered')
    const { body } = await world.post('/user/make_call', { assistant_id, phone_number: PERSON })
    await untilSaid(world, body.call_id, 1)
    onTestFinished(() => expect(world.log.errors.splice(0)).toHaveLength(1))
  })
})
