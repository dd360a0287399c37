import { describe, expect, it } from 'vitest'
import { aNumber } from '../support/api'
import { OWN } from '../support/chats'
import { aBase, inThisThread, untilRead, upload } from '../support/documents'
import { startReceiver } from '../support/receiver'
import { given, MINUTE, startWorld, type TestWorld } from '../support/world'

const SALON = `# Prices

A haircut costs 35 euros. Children under twelve pay 20 euros.

# Opening hours

The salon is open from Tuesday to Saturday, nine to six. On Thursdays we stay open until eight.

# Parking

Parking is free behind the house.

# Dauerwelle

Eine Dauerwelle kostet 80 Euro und dauert zwei Stunden.

# Languages

Το κούρεμα κοστίζει 35 ευρώ. Η βαφή κοστίζει 60 ευρώ.

Стрижка стоит 35 евро. Парковка за домом.

قص الشعر يكلف 35 يورو. موقف السيارات خلف المنزل.

営業時間は九時から六時までです。駐車場は裏にあります。

# Complaints

Complaints are answered by Dr. Rossi, e.g. by phone. He is here on Mondays.

# Contatti

Il parcheggio si trova dietro la casa.
`

const UNKNOWN = 'I am sorry, I do not know that. I am only a built-in script. A language model answers such questions.'

/** A world with the document of a salon, and the fields of an assistant that knows it. */
async function salon(text = SALON) {
  const world = await startWorld({ reader: inThisThread })
  const knowledgebase_id = await aBase(world, 'Salon')
  const { body } = await upload(world, knowledgebase_id, 'md', text, 'Salon')
  await untilRead(world, knowledgebase_id, body.id ?? body.data.id)
  return { world, knowledgebase_id }
}

/** An own tool of the operator, whose endpoint is a receiver. */
async function aTool(world: TestWorld, over: object, answer: string, status = 200) {
  const receiver = await startReceiver(() => ({ status, body: answer }))
  const made = await world.post('/user/tools', {
    name: 'get_slots',
    description: 'Tells the free appointments of a day',
    endpoint: receiver.url,
    method: 'POST',
    schema: [{ name: 'day', type: 'string', description: 'Which day' }],
    ...over,
  })
  expect(made.status).toBe(201)
  const asked = () => receiver.received.map(({ body }) => JSON.parse(body || '{}'))
  return { id: made.body.data.id as number, asked }
}

/** A chat with an assistant whose model has no credentials. */
async function chat(world: TestWorld, assistant: object, variables: object = {}) {
  const assistant_id = await given.assistant(world, assistant)
  const { conversation_id } = (await world.post('/conversations', { assistant_id, variables })).body
  return async (message: string) => (await world.post(`/conversations/${conversation_id}/messages`, { message })).body
}

describe('the built-in script and a knowledge base', () => {
  it.each([
    ['How much does a haircut cost?', 'A haircut costs 35 euros.'],
    ['what are your prices', 'A haircut costs 35 euros. Children under twelve pay 20 euros.'],
    ['How much does parking cost?', 'Parking is free behind the house.'],
    ['Tell me about parking', 'Parking is free behind the house.'],
    ['Are you open on Thursdays?', 'On Thursdays we stay open until eight.'],
    ['Was kostet eine Dauerwelle?', 'Eine Dauerwelle kostet 80 Euro und dauert zwei Stunden.'],
    ['Who answers complaints?', 'Complaints are answered by Dr. Rossi, e.g. by phone.'],
    ['Πόσο κοστίζει το κούρεμα;', 'Το κούρεμα κοστίζει 35 ευρώ.'],
    ['Сколько стоит стрижка?', 'Стрижка стоит 35 евро.'],
    ['كم يكلف قص الشعر؟', 'قص الشعر يكلف 35 يورو.'],
    ['営業時間は何時ですか？', '営業時間は九時から六時までです。'],
    ['Dove posso parcheggiare?', 'Il parcheggio si trova dietro la casa.'],
  ])('“%s” is answered from the document: %s', async (question, answer) => {
    const { world, knowledgebase_id } = await salon()
    const searched = await (await chat(world, { knowledgebase_id }))(question)
    expect(searched.message).toBe(answer)
    expect(searched.function_calls).toMatchObject([{ name: 'search_knowledge' }])
    const read = await (await chat(world, { knowledgebase_id, knowledgebase_mode: 'prompt' }))(question)
    expect(read).toMatchObject({ message: answer, function_calls: [] })
  })

  it.each(['What is the price of a pizza?', 'Quanto costa la pizza?', 'Was kostet eine Reise?', 'Do you sell cars?'])(
    '“%s” is not answered from a passage that only shares a word',
    async question => {
      const { world, knowledgebase_id } = await salon()
      expect((await (await chat(world, { knowledgebase_id }))(question)).message).toBe(UNKNOWN)
      const prompt = { knowledgebase_id, knowledgebase_mode: 'prompt' }
      expect((await (await chat(world, prompt))(question)).message).toBe(UNKNOWN)
    },
  )

  it('it says once that it is only a script, and then only that it does not know', async () => {
    const world = await startWorld()
    const say = await chat(world, {})
    expect((await say('How much does a haircut cost?')).message).toBe(UNKNOWN)
    expect((await say('Where can I park?')).message).toBe('I am sorry, I do not know that either.')
  })

  it('a long sentence of a document is cut to what can be spoken', async () => {
    const { world, knowledgebase_id } = await salon(`# Parking\n\nParking is free, ${'and very nice '.repeat(60)}.`)
    const { message } = await (await chat(world, { knowledgebase_id }))('Is parking free?')
    expect(message).toMatch(/^Parking is free, and very nice .* …$/)
    expect(message.length).toBeLessThan(250)
  })

  it('a question by SMS is answered from the document too', async () => {
    const { world, knowledgebase_id } = await salon()
    const phone_number_id = aNumber(world, { number: OWN })
    await given.assistant(world, { phone_number_id, knowledgebase_id })
    await world.post('/user/simulator/inbound-sms', { from: given.number('24'), to: OWN, body: 'Is there parking?' })
    await world.advance(MINUTE)
    expect((await world.get('/user/sms')).body.data[0]).toMatchObject({ body: 'Parking is free behind the house.' })
  })
})

describe('the built-in script talks', () => {
  it('in a chat it asks for no good time to call', async () => {
    const say = await chat(await startWorld(), {})
    const said = []
    for (const text of ['I have a cat.', 'I have a dog.', 'I have a garden.', 'I have it all.'])
      said.push((await say(text)).message)
    expect(said.join()).not.toContain('good time')
    expect(new Set(said.slice(0, 3)).size).toBe(3)
  })

  it('it introduces itself to a call screener, and again to the person behind it', async () => {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { initial_message: 'Hello, this is Anna from Acme.' })
    const { body } = await world.post('/user/make_call', { assistant_id, phone_number: given.number('11') })
    await world.advance(10 * MINUTE)
    const { transcript } = (await world.get(`/user/calls/${body.call_id}`)).body
    const said = transcript.filter(({ sender }: { sender: string }) => sender === 'bot').slice(0, 2)
    const introduction = 'Hello, this is Anna from Acme. I am an automated assistant.'
    expect(said.map(({ text }: { text: string }) => text)).toEqual([introduction, introduction])
  })
})

describe('a simulated call with a knowledge base', () => {
  it.each(['search', 'prompt'])('people ask what the document answers, and the script answers it (%s)', async mode => {
    const { world, knowledgebase_id } = await salon()
    const knowledgebase_mode = mode === 'prompt' ? 'prompt' : undefined
    const assistant_id = await given.assistant(world, { knowledgebase_id, knowledgebase_mode })
    const answered = new Set<string>()
    for (let n = 0; n < 12; n++) {
      const phone_number = given.number(String(20 + n))
      const { body } = await world.post('/user/make_call', { assistant_id, phone_number })
      await world.advance(10 * MINUTE)
      const { transcript, end_reason } = (await world.get(`/user/calls/${body.call_id}`)).body
      expect(end_reason).toBe('end_call')
      for (const { text, sender } of transcript as { text: string; sender: string }[])
        if (sender === 'bot' && SALON.includes(text)) answered.add(text)
    }
    expect(answered.size).toBeGreaterThan(2)
  })

  it('without one, nobody asks about it', async () => {
    const { world } = await salon()
    const assistant_id = await given.assistant(world)
    const { body } = await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    await world.advance(10 * MINUTE)
    const { transcript } = (await world.get(`/user/calls/${body.call_id}`)).body
    expect(JSON.stringify(transcript)).not.toMatch(/haircut|parking|Dauerwelle/)
  })
})

describe('the built-in script and the tools of the operator', () => {
  it('it calls a tool that shares the words of the question, and tells the result in words', async () => {
    const world = await startWorld()
    const { id, asked } = await aTool(world, {}, '{"free_slots": ["10:00", "15:30"]}')
    const say = await chat(world, { tool_ids: [id] })
    expect(await say('Do you have free appointments on Tuesday?')).toMatchObject({
      message: 'I found this: free slots: 10:00 and 15:30.',
      function_calls: [{ name: 'get_slots', arguments: { day: 'Tuesday' } }],
    })
    expect(asked()).toEqual([{ day: 'Tuesday' }])
  })

  it('a tool is called once for the same sentence', async () => {
    const world = await startWorld()
    const { id, asked } = await aTool(world, {}, '["10:00"]')
    const say = await chat(world, { tool_ids: [id] })
    const first = await say('Are there free appointments tomorrow?')
    expect((await say('Are there free appointments tomorrow?')).message).toBe(first.message)
    expect(asked()).toHaveLength(1)
  })

  it.each<[string, string, object[], object | null]>([
    // It is Monday, 5 January 2026.
    [
      'I would like to book an appointment on Tuesday at ten, my email is bob@example.com',
      'Books an appointment',
      [
        { name: 'date', type: 'string', description: 'The date as YYYY-MM-DD' },
        { name: 'time', type: 'string', description: 'At what time' },
        { name: 'email', type: 'string', description: 'The email of the person' },
      ],
      { date: '2026-01-06', time: '10:00', email: 'bob@example.com' },
    ],
    [
      'Please book a table for four people, my name is Bob Miller.',
      'Books a table for people',
      [
        { name: 'people', type: 'number', description: 'How many people' },
        { name: 'name', type: 'string', description: 'Their name' },
      ],
      { people: 4, name: 'Bob Miller' },
    ],
    [
      'What is the status of my order?',
      'Tells the status of an order',
      [{ name: 'order_id', type: 'string', description: 'The id of the order' }],
      { order_id: 'A-77' },
    ],
    // Without a day, and with a word that no tool has.
    [
      'Do you have free appointments?',
      'Tells the free appointments of a day',
      [{ name: 'day', type: 'string', description: 'Which day' }],
      null,
    ],
    ['Do you repair bicycles?', 'Tells the free appointments of all days', [], null],
    // Not asked for: to change something, to end the call, to block.
    ['Do you have an appointment for me?', 'Cancels an appointment', [], null],
    ['May I ask about a call list?', 'Adds the caller to the do-not-call list', [], null],
    ['Can I block a day?', 'Blocks the number of the caller for a day', [], null],
    ['I had an appointment.', 'Tells the next appointment', [], null],
  ])('“%s” and the tool “%s”', async (sentence, description, schema, args) => {
    const world = await startWorld()
    const { id, asked } = await aTool(world, { name: 'own_tool', description, schema }, '"Done"')
    const say = await chat(world, { tool_ids: [id], variables: { order_id: '' } }, { order_id: 'A-77' })
    const { message } = await say(sentence)
    expect(asked()).toEqual(args ? [args] : [])
    expect(message.includes('I found this: Done.')).toBe(args !== null)
  })

  it('a tool that fails is told as that, not as an answer', async () => {
    const world = await startWorld()
    const { id } = await aTool(world, { schema: [] }, 'closed', 503)
    const say = await chat(world, { tool_ids: [id] })
    expect((await say('What free appointments are there?')).message).toBe(
      'I am sorry, I could not find that out just now.',
    )
  })

  it.each([
    ['[]', 'I found nothing.'],
    ['{"confirmed": true, "room": null, "at": "10:00"}', 'I found this: confirmed: yes, at: 10:00.'],
    [
      '[{"day":"Monday","hour":9},{"day":"Friday","hour":11}]',
      'I found this: day: Monday, hour: 9; and day: Friday, hour: 11.',
    ],
    ['[1,2,3,4,5,6]', 'I found this: 1, 2, 3, 4 and 2 more.'],
    ['<p>Two are <b>free</b></p>', 'Two are free.'],
    [`["${'long '.repeat(5000)}"]`, 'I found more than I can tell.'],
  ])('the answer %.60s is told as: %s', async (answer, told) => {
    const world = await startWorld()
    const { id } = await aTool(world, { schema: [] }, answer)
    expect((await (await chat(world, { tool_ids: [id] }))('What free appointments are there?')).message).toBe(told)
  })
})
