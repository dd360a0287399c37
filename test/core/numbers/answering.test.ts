import { describe, expect, it } from 'vitest'
import { aNumber, expectInvalid, expectTwice, UNKNOWN, withoutChange } from '../../support/api'
import { bought, numberOf } from '../../support/numbers'
import { given, startWorld, type TestWorld } from '../../support/world'

const inbound = (world: TestWorld, name: string) => given.assistant(world, { name, type: 'inbound' })
const stateOf = async (world: TestWorld, id: number) => {
  const { status, phone_number_id } = (await world.get(`/user/assistants/${id}`)).body
  return [status, phone_number_id]
}

describe('who answers on a number', () => {
  it('another inbound assistant takes over in one request, and the one before is inactive', async () => {
    const world = await startWorld()
    const { id } = await bought(world)
    const [nora, otto] = [await inbound(world, 'Nora'), await inbound(world, 'Otto')]
    const answer = await world.put(`/user/phone-numbers/${id}`, { assistant_id: nora, nickname: 'Front desk' })
    expect(answer.body.data).toMatchObject({ answered_by: { id: nora, name: 'Nora' }, nickname: 'Front desk' })
    expect(await stateOf(world, nora)).toEqual(['active', id])
    expect((await world.put(`/user/phone-numbers/${id}`, { assistant_id: otto })).status).toBe(200)
    expect(await numberOf(world, id)).toMatchObject({ answered_by: { name: 'Otto' }, nickname: 'Front desk' })
    expect(await stateOf(world, otto)).toEqual(['active', id])
    expect(await stateOf(world, nora)).toEqual(['inactive', null])
    await world.put(`/user/phone-numbers/${id}`, { assistant_id: null })
    expect(await numberOf(world, id)).toMatchObject({ answered_by: null })
    expect(await stateOf(world, otto)).toEqual(['inactive', null])
  })

  it('what does not fit is refused on the field, and who answered before still answers', async () => {
    const world = await startWorld()
    const { id } = await bought(world)
    const nora = await inbound(world, 'Nora')
    const caller = await given.assistant(world, { name: 'Otto' })
    await world.put(`/user/phone-numbers/${id}`, { assistant_id: nora })
    for (const assistant_id of [caller, UNKNOWN, 'abc'])
      expectInvalid(
        await withoutChange(world, () => world.put(`/user/phone-numbers/${id}`, { assistant_id, nickname: 'x' })),
        'assistant_id',
      )
    const shown = aNumber(world, { type: 'caller_id' })
    const unpaid = aNumber(world, { status: 'suspended' })
    const free = await inbound(world, 'Pia')
    for (const number of [shown, unpaid])
      expectInvalid(await world.put(`/user/phone-numbers/${number}`, { assistant_id: free }), 'assistant_id')
    expectTwice(await world.put(`/user/phone-numbers/${UNKNOWN}`, { assistant_id: free }), 404)
    expect(await numberOf(world, id)).toMatchObject({ answered_by: { name: 'Nora' }, nickname: null })
  })

  it('a number names who shows it and which campaigns dial from it', async () => {
    const world = await startWorld()
    const { id } = await bought(world)
    const other = aNumber(world)
    const nora = await given.assistant(world, { name: 'Nora', phone_number_id: id })
    const own = await given.campaign(world, { name: 'Own', phone_number_ids: [id, other] })
    const byAssistant = await given.campaign(world, { name: 'By assistant', assistant_id: nora })
    await given.campaign(world, { name: 'Elsewhere', assistant_id: nora, phone_number_ids: [other] })
    expect(await numberOf(world, id)).toMatchObject({
      answered_by: null,
      shown_by: [{ id: nora, name: 'Nora' }],
      campaigns: [
        { id: byAssistant, name: 'By assistant', status: 'draft' },
        { id: own, name: 'Own', status: 'draft' },
      ],
    })
  })
})
