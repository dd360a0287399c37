import { expect, it } from 'vitest'
import { createInvoke } from '../../src/main/router/invoke'
import { aTool, expectMessage, withoutChange } from '../support/api'
import { nested, signedIn } from '../support/console'
import { startWorld } from '../support/world'

const deep = (levels: number): unknown => JSON.parse(nested(levels))

it('a body nests up to 100 levels over the API, and deeper ones are refused', async () => {
  const world = await startWorld()
  const tool = aTool(world)
  // The body and its field "arguments" are levels too.
  const body = (levels: number) => `{"arguments": {"deep": ${nested(levels - 2)}}}`
  expect((await world.post(`/user/tools/${tool}/try`, body(100))).status).toBe(200)
  for (const levels of [101, 5000, 400_000]) {
    const answer = await withoutChange(world, () => world.post(`/user/tools/${tool}/try`, body(levels)))
    expectMessage(answer, 400)
    expect(answer.body.message).toContain('100 levels')
  }
  // A text in a body may hold as many brackets as it likes.
  expect((await world.put(`/user/tools/${tool}`, { description: nested(100) })).status).toBe(200)
})

it('a body nests up to 100 levels at the door of the console, and in the window', async () => {
  const world = await startWorld()
  const id = aTool(world)
  const { ask } = await signedIn(world)
  const input = (levels: number) => ({ id, arguments: { deep: deep(levels - 2) } })
  expect((await ask('tools/try', input(100))).status).toBe(200)
  for (const levels of [101, 1500]) {
    const refused = await ask('tools/try', input(levels))
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('100 levels') } })
  }
  expect((await ask('tools/try', {}, { body: nested(100_000) })).status).toBe(400)
  expect((await ask('tools/try', {}, { body: 'no json' })).status).toBe(400)
  const invoke = createInvoke(world.service.router, () => {})
  expect(await invoke(['tools', 'try'], input(100), { userId: 1 })).toMatchObject({ ok: true })
  for (const levels of [101, 100_000])
    expect(await invoke(['tools', 'try'], { id, arguments: { deep: deep(levels) } }, { userId: 1 })).toMatchObject({
      ok: false,
      error: { status: 400 },
    })
})

it('the door of the console takes 1 MiB, and 20 MiB where a file may come', async () => {
  const world = await startWorld()
  const { ask } = await signedIn(world)
  expect((await ask('campaigns/list', { x: 'x'.repeat(2 ** 20) })).status).toBe(413)
  const { status } = await ask('leads/addMany', { campaign_id: 1, leads: [], x: 'x'.repeat(2 ** 21) })
  expect(status).toBe(422)
  expect((await ask('campaigns/list', {}, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  expect((await ask('campaigns/list', undefined, { method: 'GET', body: null })).status).toBe(405)
})

it('an error of ours is logged with its operation and stack, at every door', async () => {
  const world = await startWorld()
  world.db.prepare('DROP TABLE payment_methods').run()
  const { ask } = await signedIn(world)
  const bugs: { error: unknown; operation: string }[] = []
  const invoke = createInvoke(world.service.router, (error, operation) => bugs.push({ error, operation }))
  const overApi = await world.get('/user/payment-methods')
  const overConsole = await ask('account/listPaymentMethods')
  await invoke(['account', 'listPaymentMethods'], {}, { userId: 1 })
  expect([overApi.status, overConsole.status]).toEqual([500, 500])
  const logged = world.log.errors.splice(0) as { facts: { err: Error; operation: string; requestId: string } }[] &
    object
  expect(logged.map(({ facts }) => facts.operation)).toEqual(Array(2).fill('account.listPaymentMethods'))
  for (const [i, text] of [overApi.body.message, overConsole.body.json.message].entries())
    expect(text).toContain(logged[i]!.facts.requestId)
  for (const error of [...logged.map(({ facts }) => facts.err), bugs[0]!.error])
    expect((error as Error).stack).toContain('payment_methods')
  expect(bugs[0]!.operation).toBe('account.listPaymentMethods')
})

it('an answer that cannot be written is logged too, at every door', async () => {
  const world = await startWorld()
  const tool = aTool(world)
  world.db.prepare('UPDATE tools SET headers = ?').run(`[{"name": "x", "value": ${nested(30_000)}}]`)
  const { ask } = await signedIn(world)
  const bugs: string[] = []
  const invoke = createInvoke(world.service.router, (_, operation) => bugs.push(operation))
  expect((await world.get(`/user/tools/${tool}`)).status).toBe(500)
  expect((await ask('tools/get', { id: tool })).status).toBe(500)
  expect(await invoke(['tools', 'get'], { id: tool }, { userId: 1 })).toMatchObject({ ok: false })
  const logged = world.log.errors.splice(0) as { facts: { operation: string } }[] & object
  expect(logged.map(({ facts }) => facts.operation)).toEqual(['tools.get', 'tools.get'])
  expect(bugs).toEqual(['tools.get'])
})
