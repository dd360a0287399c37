import { afterAll, beforeAll, describe, it } from 'vitest'
import type { ChatMessage } from '../../../src/main/ports/models'
import { createDesk, modelOf } from './desk'
import { until } from './line'

let desk: ReturnType<typeof createDesk>
beforeAll(() => {
  desk = createDesk()
})
afterAll(() => desk.stop())

const question = 'I would like to book a table for two.'
const other = 'No, make it three please.'

/** Calls a tool at the question, and says its result. */
function booking() {
  const asked: (readonly ChatMessage[])[] = []
  const model = modelOf(async function* (heard, messages) {
    asked.push(messages)
    const last = messages.at(-1)!
    if (last.role === 'tool') yield { type: 'text', text: `The answer is ${last.text}.` }
    else if (heard === question) yield { type: 'tool', toolCallId: 't1', name: 'book', args: { people: 2 } }
    else yield { type: 'text', text: 'As you wish.' }
  })
  return { asked, model }
}

describe.concurrent('a tool in a conversation with sound', () => {
  it('is reported, and its result is said', async ({ expect }) => {
    const call = desk.ring({ knows: [question], model: booking().model }).answer()
    await call.saidSoFar(1)
    call.caller.says(question)
    await until(() => call.ofType('tool_call').length === 1)
    expect(call.ofType('tool_call')[0]).toMatchObject({ toolCallId: 't1', name: 'book', args: { people: 2 } })
    call.toolResult('t1', 'seven')
    await call.saidSoFar(3)
    expect(call.said().at(-1)).toBe('bot: The answer is seven.')
    call.hangUp()
  })

  it('that takes long is bridged by a filler, if the assistant has fillers', async ({ expect }) => {
    const call = desk
      .ring({ knows: [question], model: booking().model, sound: { fillers: { question: ['Let me look that up.'] } } })
      .answer()
    await call.saidSoFar(1)
    call.caller.says(question)
    const heard = () => call.caller.understood(['Let me look that up.', 'The answer is seven.']).at(-1)
    await until(() => call.ofType('tool_call').length === 1)
    await until(() => call.caller.ms - call.caller.lastSound > 400 && heard() === 'Let me look that up.')
    call.toolResult('t1', 'seven')
    await call.saidSoFar(3)
    expect(call.said().at(-1)).toBe('bot: Let me look that up. The answer is seven.')
    call.hangUp()
  })

  it('may end the call, after what is still to be said', async ({ expect }) => {
    const model = modelOf(async function* () {
      yield { type: 'text', text: 'Thank you, goodbye.' }
      yield { type: 'tool', toolCallId: 't2', name: 'end_call', args: {} }
    })
    const call = desk.ring({ knows: [question], model }).answer()
    await call.saidSoFar(1)
    call.caller.says(question)
    await until(() => call.ofType('tool_call').length === 1)
    desk.sessions.send({ type: 'tool_result', legId: call.legId, toolCallId: 't2', result: 'ok', finish: 'end_call' })
    await call.ends()
    expect(call.finished()).toBe('end_call')
    expect(call.said().at(-1)).toBe('bot: Thank you, goodbye.')
    expect(call.caller.understood(['Thank you, goodbye.', question]).at(-1)).toBe('Thank you, goodbye.')
    call.hangUp()
  })

  it('is carried out once, also when the person speaks meanwhile, and the model knows its result', async ({
    expect,
  }) => {
    const { asked, model } = booking()
    const call = desk.ring({ knows: [question, other], model }).answer()
    await call.saidSoFar(1)
    call.caller.says(question)
    await until(() => call.ofType('tool_call').length === 1)
    call.caller.says(other)
    await until(() => !call.caller.isSpeaking)
    call.toolResult('t1', 'seven')
    await call.saidSoFar(4)
    expect(call.ofType('tool_call')).toHaveLength(1)
    expect(call.said().at(-1)).toBe('bot: As you wish.')
    expect(asked.at(-1)!.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant', 'tool', 'user'])
    call.hangUp()
  })
})

describe.concurrent('a model that takes long', () => {
  it('is bridged by the fillers of the assistant, which are no part of its answer', async ({ expect }) => {
    let goOn = () => {}
    const isHeard = new Promise<void>(resolve => {
      goOn = resolve
    })
    const asked: (readonly ChatMessage[])[] = []
    const model = modelOf(async function* (_, messages) {
      asked.push(messages)
      if (asked.length === 1) await isHeard
      yield { type: 'text', text: 'Your table is booked.' }
    })
    const call = desk
      .ring({ knows: [question, other], model, sound: { fillers: { question: ['Let me see.'], negative: ['Oh.'] } } })
      .answer()
    await call.saidSoFar(1)
    call.caller.says(question)
    await until(() => call.caller.understood(['Let me see.', 'Your table is booked.']).at(-1) === 'Let me see.')
    goOn()
    await call.saidSoFar(3)
    expect(call.said().at(-1)).toBe('bot: Let me see. Your table is booked.')
    call.caller.says(other)
    await call.saidSoFar(5)
    expect(asked[1]!.filter(({ role }) => role === 'assistant').at(-1)!.text).toBe('Your table is booked.')
    call.hangUp()
  })
})
