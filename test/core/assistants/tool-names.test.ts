import { describe, expect, it } from 'vitest'
import { expectInvalid } from '../../support/api'
import { given, startWorld, type TestWorld } from '../../support/world'

const toolNamed = async (world: TestWorld, name: string): Promise<number> =>
  (await world.post('/user/tools', { name, description: 'Does it', endpoint: 'https://a.example/', method: 'GET' }))
    .body.data.id
const transfer = (phone_number: string) => ({ type: 'call_transfer', phone_number })

describe('the tools of an assistant', () => {
  it('two custom tools of one name are refused, when it is created and when it is changed', async () => {
    const world = await startWorld()
    const [one, same, other] = [
      await toolNamed(world, 'get_slots'),
      await toolNamed(world, 'get_slots'),
      await toolNamed(world, 'get_prices'),
    ]
    const id = await given.assistant(world, { tool_ids: [one, other] })
    expectInvalid(await world.put(`/user/assistant/${id}`, { tool_ids: [one, other, same] }), 'tool_ids.2')
    const { body } = await world.get(`/user/assistant/${id}`)
    const { id: _, uuid, created_at, updated_at, status, ...settings } = body
    expectInvalid(await world.post('/user/assistant', { ...settings, tool_ids: [same, one] }), 'tool_ids.1')
  })

  it.each(['end_call', 'do_not_call', 'promise_callback', 'search_knowledge'])(
    'a custom tool with the name %s of a built-in one is refused',
    async name => {
      const world = await startWorld()
      const tool = await toolNamed(world, name)
      const id = await given.assistant(world, { tools: [{ type: 'end_call' }] })
      expectInvalid(await world.put(`/user/assistant/${id}`, { tool_ids: [tool] }), 'tool_ids.0')
    },
  )

  it('a custom tool cannot take the name of another tool of its assistant', async () => {
    const world = await startWorld()
    const [one, other] = [await toolNamed(world, 'get_slots'), await toolNamed(world, 'get_prices')]
    await given.assistant(world, { tool_ids: [one, other] })
    expectInvalid(await world.put(`/user/tools/${other}`, { name: 'get_slots' }), 'name')
    expect((await world.put(`/user/tools/${other}`, { name: 'get_rates' })).status).toBe(200)
  })

  it.each(['end_call', 'dtmf_input', 'collect_keypad'])('%s may be given once, transfers several times', async type => {
    const world = await startWorld()
    const id = await given.assistant(world)
    const put = (tools: object[]) => world.put(`/user/assistant/${id}`, { tools })
    expectInvalid(await put([{ type }, transfer('+12015550190'), { type }]), 'tools.2.type')
    expect((await put([{ type }, transfer('+12015550190'), transfer('+12015550191')])).status).toBe(200)
  })
})
