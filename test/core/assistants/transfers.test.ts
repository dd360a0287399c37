import { describe, expect, it } from 'vitest'
import { expectInvalid } from '../../support/api'
import { anAssistant, given, startWorld } from '../../support/world'
import { read } from './support'

const targets = [
  'sip:desk@example.com',
  'sips:desk@example.com:5061',
  'desk@pbx.local',
  'tel:+12015550100',
  '101',
  'front-desk',
]

describe('where a transfer may lead', () => {
  it.each(targets)('with custom it may lead to %s', async phone_number => {
    const world = await startWorld()
    const id = await given.assistant(world, {
      tools: [
        { type: 'call_transfer', phone_number, custom: true },
        { type: 'warm_call_transfer', supervisor_phone: phone_number, custom_sip: true },
      ],
    })
    const { tools } = await read(world, id)
    expect(tools).toMatchObject([
      { data: { phone_number, custom: true } },
      { data: { supervisor_phone: phone_number } },
    ])
  })

  it.each([...targets, '', '2015550100'])('without custom %j is 422', async phone_number => {
    const world = await startWorld()
    const tools = [
      { type: 'call_transfer', phone_number },
      { type: 'warm_call_transfer', supervisor_phone: phone_number },
    ]
    const answer = await world.post('/user/assistant', anAssistant({ tools }))
    expectInvalid(answer, 'tools.0.phone_number', 'tools.1.supervisor_phone')
  })

  it.each(['two words', 'sip:', 'a@b c', '<sip:a@b>', 'an-extension-that-is-too-long'])(
    'with custom %j is 422 all the same',
    async phone_number => {
      const world = await startWorld()
      const tools = [{ type: 'call_transfer', phone_number, custom: true }]
      expectInvalid(await world.post('/user/assistant', anAssistant({ tools })), 'tools.0.phone_number')
    },
  )

  it('a number may be left out with custom only', async () => {
    const world = await startWorld()
    const id = await given.assistant(world, { tools: [{ type: 'call_transfer', custom: true }] })
    expect((await read(world, id)).tools[0].data).toMatchObject({ custom: true })
    const tools = [{ type: 'call_transfer', phone_number: null }]
    expectInvalid(await world.put(`/user/assistant/${id}`, { tools }), 'tools.0.phone_number')
  })
})
