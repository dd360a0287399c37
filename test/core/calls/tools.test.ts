import { expect, it } from 'vitest'
import * as progress from '../../../src/main/core/calls/progress'
import { startReceiver } from '../../support/receiver'
import { refuse } from '../../support/refuse'
import { callsOf, running } from '../../support/running'
import { given, HOUR, MINUTE, SECOND, startWorld } from '../../support/world'

it('the conversation continues when a tool fails', async () => {
  const { world, lead } = await running(['06'])
  const allow = refuse(world, 'UPDATE ON calls', 'NEW.do_not_call = 1')
  await world.advance(5 * MINUTE)
  allow()
  expect(world.lead(lead).status).toBe('completed')
  expect((await callsOf(world))[0].status).toBe('completed')
})

it('a promised callback is dialed at its time, before other leads', async () => {
  const { world, campaign, lead } = await running(['07'], { max_retries: 0, max_calls_in_parallel: 1 })
  await world.advance(20 * SECOND)
  const [{ leg_id }] = world.db.prepare('SELECT leg_id FROM calls').all() as [{ leg_id: string }]
  const { context, outside } = world.service
  const at = world.clock.now() + 2 * HOUR
  expect(
    progress.toolAsked(context, outside, leg_id, 'promise_callback', { at: '+275760-09-12T00:00:00Z' })!.result,
  ).toMatch(/^Error/)
  progress.toolAsked(context, outside, leg_id, 'promise_callback', { at: new Date(at).toISOString() })
  await world.advance(15 * MINUTE)
  expect(world.lead(lead)).toMatchObject({ status: 'rescheduled', due_at: at, rank: 0, attempts: 1 })
  await world.post('/user/dialing/pause')
  await world.advance(at - world.clock.now())
  for (let i = 0; i < 3; i++) await given.lead(world, campaign, { ending: '07' })
  await world.post('/user/dialing/resume')
  await world.advance(0)
  const called = await callsOf(world)
  expect(called.filter((call: { lead_id: number }) => call.lead_id === lead)).toHaveLength(2)
})

it('a call that a restart cut off cancels the promised callback, so that the person is not called again', async () => {
  const { world, lead } = await running(['07'])
  await world.advance(20 * SECOND)
  const [{ leg_id }] = world.db.prepare('SELECT leg_id FROM calls').all() as [{ leg_id: string }]
  progress.toolAsked(world.service.context, world.service.outside, leg_id, 'promise_callback', {
    at: new Date(world.clock.now() + HOUR).toISOString(),
  })
  await world.restart()
  expect(world.lead(lead)).toMatchObject({ status: 'completed', cut_off: 1 })
})

/** A call with a person who talks on, and what a tool of its conversation does. */
async function talking(assistant: object = {}, ending = '07') {
  const world = await startWorld()
  const assistant_id = await given.assistant(world, assistant)
  const { body } = await world.post('/user/make_call', { assistant_id, phone_number: given.number(ending) })
  await world.advance(20 * SECOND)
  const { leg_id } = world.db.prepare('SELECT leg_id FROM calls').get() as { leg_id: string }
  const { context, outside } = world.service
  const use = (name: string, args = {}) => progress.toolAsked(context, outside, leg_id, name, args)!
  const read = async () => (await world.get(`/user/calls/${body.call_id}`)).body
  return { world, assistant_id, use, read }
}
const transfers = {
  tools: [
    { type: 'call_transfer', phone_number: '+12015550190', description: 'To sales' },
    { type: 'call_transfer', phone_number: '+12015550191', description: 'To service' },
  ],
}

it.each([
  ['call_transfer', '+12015550190'],
  ['call_transfer_2', '+12015550191'],
])('of two transfers %s leads to its own number, and the call says where it went', async (name, to) => {
  const { use, read } = await talking(transfers)
  expect(use(name).command).toMatchObject({ type: 'transfer', to })
  expect((await read()).transferred_to).toBe(to)
})

it.each(['changed', 'deleted'])('a call keeps its transfer when its assistant is %s meanwhile', async how => {
  const { world, assistant_id, use } = await talking(transfers)
  const path = `/user/assistant/${assistant_id}`
  const tools = [{ type: 'call_transfer', phone_number: '+12015550199' }]
  expect((await (how === 'deleted' ? world.delete(path) : world.put(path, { tools }))).status).toBe(200)
  expect(use('call_transfer').command).toMatchObject({ to: '+12015550190' })
})

it('what a mailbox reads out blacklists nobody and promises nothing', async () => {
  const { world, use, read } = await talking({ end_call_on_voicemail: false }, '04')
  expect((await read()).answered_by).toBe('machine')
  const at = new Date(world.clock.now() + HOUR).toISOString()
  for (const used of [use('do_not_call'), use('promise_callback', { at })]) expect(used.result).toMatch(/^Error/)
  await world.advance(10 * MINUTE)
  expect((await world.get('/user/blacklist')).body.total).toBe(0)
  expect((await read()).warnings).toEqual([
    'Not to be called again was asked for while a machine spoke; nothing was done.',
    'A callback was asked for while a machine spoke; nothing was done.',
  ])
})

it('a custom transfer without a number goes where the conversation says', async () => {
  const { use, read } = await talking({ tools: [{ type: 'call_transfer', custom: true }] })
  for (const to of [undefined, '', 'two words', {}]) {
    const { result, command } = use('call_transfer', { to })
    expect([await result, command]).toEqual([expect.stringMatching(/^Error: to must be/), undefined])
  }
  expect(use('call_transfer', { to: ' sip:desk@example.com ' }).command).toMatchObject({ to: 'sip:desk@example.com' })
  expect((await read()).transferred_to).toBe('sip:desk@example.com')
})

it('a custom tool is called with the variables of the call in its address and headers', async () => {
  const receiver = await startReceiver()
  const world = await startWorld()
  const tool = {
    name: 'find_order',
    description: 'Finds an order',
    method: 'GET',
    endpoint: `${receiver.url}/{{customer_phone}}/{order}?by={assistant_name}&day={current_date}`,
    headers: [
      { name: 'X-Name', value: '{{name}} / {name} / {other}' },
      { name: 'X-Key', value: 'secret' },
    ],
    schema: [{ name: 'order', type: 'string', description: 'Which order' }],
  }
  const tool_ids = [(await world.post('/user/tools', tool)).body.data.id]
  const assistant_id = await given.assistant(world, { tool_ids, variables: { name: '' } })
  const phone_number = given.number('07')
  await world.post('/user/make_call', { assistant_id, phone_number, variables: { name: 'Łucja\r\nX-Evil: 1' } })
  await world.advance(20 * SECOND)
  const { leg_id } = world.db.prepare('SELECT leg_id FROM calls').get() as { leg_id: string }
  const { context, outside } = world.service
  await progress.toolAsked(context, outside, leg_id, 'find_order', { order: 'a/b' })!.result
  const [{ path, headers }] = receiver.received as [(typeof receiver.received)[number]]
  expect(path).toBe(`/hook/${encodeURIComponent(phone_number)}/a%2Fb?by=Anna&day=2026-01-05`)
  // Node reads the bytes of a header as Latin-1.
  const name = Buffer.from(headers['x-name'] as string, 'latin1').toString()
  expect(name).toBe('Łucja  X-Evil: 1 / Łucja  X-Evil: 1 / {other}')
  expect(headers).not.toHaveProperty('x-evil')
  expect(headers['x-key']).toBe('secret')
})
