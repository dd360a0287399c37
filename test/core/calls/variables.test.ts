import { describe, expect, it } from 'vitest'
import { aNumber, expectInvalid } from '../../support/api'
import { call } from '../../support/call'
import { callsOf } from '../../support/running'
import { given, HOUR, MINUTE, startWorld, type TestWorld } from '../../support/world'
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

  it('a name that no assistant can define is kept, filled and told', async () => {
    const { said, call: body } = await call(
      '24',
      { initial_message: 'Hello {{Customer Name}}, {Customer Name}.' },
      { variables: { 'Customer Name': 'Bob', customer_phone: 'mine' } },
    )
    expect(said[1]).toBe('Hello Bob, Bob.')
    expect(body.variables).toEqual({ 'Customer Name': 'Bob', customer_phone: 'mine' })
    expect(body.warnings).toEqual(['The assistant does not define the variable Customer Name.'])
  })

  it('an empty name of a variable is 422', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world)
    const phone_number = given.number('24')
    const answer = await world.post('/user/make_call', { assistant_id, phone_number, variables: { ' ': 1 } })
    expectInvalid(answer, 'variables. ')
  })

  it('variables of a call may be a list of objects', async () => {
    const { said } = await call(
      '24',
      { initial_message: '{{a}} {{b}}', variables: { a: '', b: '' } },
      { variables: [{ a: 1, b: 1 }, { b: 2 }] },
    )
    expect(said[1]).toBe('1 2')
  })
})

describe('variables that every conversation has', () => {
  const text =
    '{customer_phone} {{assistant_phone}} {assistant_id} {{assistant_name}} {current_date} {{ current_time }}'
  const briefOf = (world: TestWorld) =>
    JSON.parse((world.db.prepare('SELECT brief FROM call_briefs').get() as { brief: string }).brief)

  it('they are filled in every text, in the zone of the assistant, and are not stored with the call', async () => {
    const world = await startWorld()
    const phone_number_id = aNumber(world, { number: '+12125550190' })
    const assistant_id = await given.assistant(world, {
      phone_number_id,
      timezone: 'Asia/Tokyo',
      initial_message: text,
      system_prompt: text,
      voice_mail_message: text,
      reengagement_prompt: text,
    })
    const phone_number = given.number('24')
    const { call_id } = (await world.post('/user/make_call', { assistant_id, phone_number })).body
    const filled = `${phone_number} +12125550190 ${assistant_id} Anna 2026-01-05 18:00`
    expect(briefOf(world)).toMatchObject({
      greeting: filled,
      instructions: expect.stringContaining(`${filled}\n`),
      voicemail: { message: filled },
      reengagementPrompt: filled,
    })
    await world.advance(5 * MINUTE)
    const made = await callOf(world, call_id)
    expect([made.variables, made.warnings]).toEqual([{}, []])
    expect(greeting(made)).toBe(filled)
  })

  it("the operator's own value goes before, and an empty one does not", async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, {
      initial_message: '{assistant_name} {{customer_phone}} {current_date}',
      variables: { assistant_name: 'Boss', customer_phone: '', current_date: null },
    })
    const phone_number = given.number('24')
    await world.post('/user/make_call', { assistant_id, phone_number })
    expect(briefOf(world).greeting).toBe(`Boss ${phone_number} 2026-01-05`)
  })

  it('a number that is not known is empty, with a warning', async () => {
    const { said, call: body } = await call('24', { initial_message: 'From {{assistant_phone}}.' })
    expect(said[1]).toBe('From .')
    expect(body.warnings).toEqual(['The variable assistant_phone has no value; it is left empty.'])
  })

  it('they are filled in a chat too', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { initial_message: '{assistant_name} {{current_time}}' })
    const { body } = await world.post('/conversations', { assistant_id })
    expect(body.history[0].content).toBe('Anna 10:00')
    expect((await world.get(`/conversations/${body.conversation_id}`)).body.variables).toEqual({})
  })
})
