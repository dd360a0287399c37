import { describe, expect, it } from 'vitest'
import { aKnowledgeBase, aNumber, expectMessage } from '../../support/api'
import { given, HOUR, MINUTE, startWorld } from '../../support/world'
import { read } from './support'

describe('lists of assistants', () => {
  it('the lists of all assistants and of outbound ones are bare arrays', async () => {
    const world = await startWorld()
    const outbound = await given.assistant(world)
    const inbound = await given.assistant(world, { type: 'inbound' })
    const all = (await world.get('/user/assistants')).body
    expect(all.map(({ id }: { id: number }) => id)).toEqual([inbound, outbound])
    expect(all[1]).toEqual(await read(world, outbound))
    expect((await world.get('/user/assistants/outbound')).body).toEqual([all[1]])
  })
})

describe('deleting an assistant', () => {
  it('deleting an assistant stops its campaigns; they keep their leads and cannot start without an assistant', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const campaign = await given.campaign(world, { assistant_id })
    const lead = await given.lead(world, campaign)
    const later = await given.lead(world, campaign, { ending: '01' })
    await world.put('/user/settings', { max_calls_in_parallel: 1 })
    await given.started(world, campaign)
    await world.advance(1)
    expectMessage(await world.delete(`/user/assistant/${assistant_id}`), 200)
    expectMessage(await world.get(`/user/assistant/${assistant_id}`), 404)
    const after = (await world.get(`/user/campaigns/${campaign}`)).body
    expect(after).toMatchObject({ status: 'stopped', assistant_id: null, assistant_name: null })
    // The open call continues to its end with its stored brief.
    await world.advance(HOUR)
    expect(world.lead(lead).status).toBe('completed')
    expect(world.lead(later).status).toBe('created')
    expect((await world.get('/user/calls/1')).body).toMatchObject({ assistant_id: null, assistant_name: 'Anna' })
    const start = await world.post('/user/campaigns/update-status', { campaign_id: campaign, action: 'start' })
    expect(start).toMatchObject({ status: 400, body: { success: false } })
  })

  it('deleting an assistant keeps its number and its knowledge base', async () => {
    const world = await startWorld()
    const phone_number_id = aNumber(world)
    const knowledgebase_id = aKnowledgeBase(world)
    const id = await given.assistant(world, { phone_number_id, knowledgebase_id })
    await world.delete(`/user/assistant/${id}`)
    expect(world.count('phone_numbers')).toBe(1)
    expect(world.count('knowledgebases')).toBe(1)
    expectMessage(await world.delete(`/user/assistant/${id}`), 404)
    await world.advance(MINUTE)
  })
})
