import { describe, expect, it } from 'vitest'
import { chatting, saying, texting } from '../../support/chats'
import { gate, soon } from '../../support/gate'
import { startReceiver } from '../../support/receiver'
import { DAY, given, HOUR, MINUTE, SECOND, startWorld } from '../../support/world'

describe('a chat while the assistant generates a reply', () => {
  it('an SMS that arrives meanwhile is answered too', async () => {
    const thinks = gate<string>()
    const heard: string[] = []
    const { world, write, sent } = await texting({
      models: saying((n, words) => {
        heard.push(words)
        return n === 1 ? thinks.opened : `answer ${n}`
      }),
    })
    await write('first')
    await world.advance(SECOND)
    await write('second')
    await world.advance(SECOND)
    thinks.open('answer 1')
    await soon()
    await world.advance(HOUR)
    expect(heard.at(-1)).toContain('second')
    expect(await sent()).toEqual(['answer 2', 'answer 1'])
  })

  it('the assistant sends nothing after a person has taken over', async () => {
    const thinks = gate<string>()
    const { world, write, sent, chat } = await texting({ models: saying(() => thinks.opened) })
    await write('Hello')
    await world.advance(SECOND)
    const { id, conversation_id } = await chat()
    await world.post(`/automate/conversations/${conversation_id}/disable-ai`)
    await world.post(`/user/conversations/${id}/messages`, { message: 'A person' })
    thinks.open('The assistant')
    await soon()
    await world.advance(HOUR)
    expect(await sent()).toEqual(['A person'])
  })

  it('a failed reply removes only its own message', async () => {
    const thinks = gate<string>()
    const { world, conversation_id, say } = await chatting(saying(() => thinks.opened))
    const said = say('Hello')
    await soon()
    const [{ id }] = (await world.get('/user/conversations')).body.data
    await world.post(`/automate/conversations/${conversation_id}/disable-ai`)
    await world.post(`/user/conversations/${id}/messages`, { message: 'A person' })
    thinks.fail(new Error('down'))
    expect((await said).status).toBe(502)
    await world.advance(DAY)
    const { messages, ...chat } = (await world.get(`/user/conversations/${id}`)).body
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['assistant', 'operator'])
    // A person has taken over, so the chat does not end by itself.
    expect(chat).toMatchObject({ message_count: 2, last_message: 'A person', status: 'active' })
  })

  it('events of other chats do not use up the tries of a chat', async () => {
    let asked = 0
    const { world, assistant, write } = await texting({
      models: saying(() => {
        asked++
        throw new Error('down')
      }),
    })
    await write('Hello')
    await world.advance(0)
    for (let i = 0; i < 4; i++) {
      await world.post('/conversations', { assistant_id: assistant })
      await world.advance(0)
    }
    expect(asked).toBe(1)
    await world.advance(MINUTE)
    expect(asked).toBe(3)
  })

  it('a customer who writes while the end is evaluated reopens the chat, and the webhook is sent at its real end', async () => {
    const judges = gate()
    const receiver = await startReceiver()
    const world = await startWorld({
      evaluator: {
        async evaluate() {
          await judges.opened
          return []
        },
      },
    })
    const assistant_id = await given.assistant(world, { conversation_ended_webhook_url: receiver.url })
    const { conversation_id } = (await world.post('/conversations', { assistant_id })).body
    const say = (message: string) => world.post(`/conversations/${conversation_id}/messages`, { message })
    await say('Hello')
    // Less than the minute that an evaluation may take.
    await world.advance(30 * MINUTE + 10 * SECOND)
    await say('I am back')
    judges.open()
    await soon()
    await world.advance(MINUTE)
    expect(receiver.received).toHaveLength(0)
    await world.advance(HOUR)
    expect(receiver.received).toHaveLength(1)
    expect(JSON.parse(receiver.received[0]!.body).message_count).toBe(5)
  })
})
