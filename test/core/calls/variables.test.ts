import { describe, expect, it } from 'vitest'
import { call } from '../../support/call'
import { callsOf } from '../../support/running'
import { given, HOUR, startWorld } from '../../support/world'
import { callOf, greeting } from './support'

describe('variables of a call', () => {
  it("a variable of the contact wins over the lead's, and the lead's over the default of the assistant", async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, {
      initial_message: '{{a}} {{b}} {{c}}',
      variables: { a: 'default', b: 'default', c: 'default' },
    })
    const campaign = await given.campaign(world, { assistant_id })
    await given.lead(world, campaign, {
      ending: '01',
      variables: { b: 'lead', c: 'lead' },
      secondary_contacts: [{ phone_number: given.number('24'), variables: { c: 'contact' } }],
    })
    await given.started(world, campaign)
    await world.advance(HOUR)
    const [contact] = await callsOf(world)
    expect(contact.variables).toEqual({ a: 'default', b: 'lead', c: 'contact' })
    expect(greeting(await callOf(world, contact.id))).toBe('default lead contact')
  })

  it('a variable of the request wins over the default of the assistant', async () => {
    const { said, call: body } = await call(
      '24',
      {
        initial_message: 'Hello {{ name }}, it is {{day}}. {{count}} {{ok}}',
        variables: { name: 'you', day: 'Monday', count: 3, ok: true },
      },
      { variables: { name: 'Bob' } },
    )
    expect(said[1]).toBe('Hello Bob, it is Monday. 3 true')
    expect(body.variables).toEqual({ name: 'Bob', day: 'Monday', count: 3, ok: true })
    expect(body.warnings).toEqual([])
  })

  it('a variable without a value becomes an empty text and a warning', async () => {
    const { said, call: body } = await call('24', {
      initial_message: 'Hello {{name}}{{unheard_of}}.',
      variables: { name: null },
    })
    expect(said[1]).toBe('Hello .')
    expect(body.warnings.join()).toMatch(/name has no value.*unheard_of has no value/)
  })

  it('a variable that the assistant does not define is kept with a warning', async () => {
    const { said, call: body } = await call(
      '24',
      { initial_message: 'Hello {{name}}.' },
      { variables: { name: 'Bob' } },
    )
    expect(said[1]).toBe('Hello Bob.')
    expect(body.warnings).toEqual(['The assistant does not define the variable name.'])
  })
})
