import type { Models } from '../../src/main/ports/models'
import { aNumber } from './api'
import { given, startWorld } from './world'

/** The number of the assistant that answers SMS. */
export const OWN = '+12015550190'

/** A model that answers what the test says; `heard` is all messages that it was given. */
export const saying = (say: (n: number, heard: string) => Promise<string> | string): Models => {
  let n = 0
  return {
    languageModel: () => ({
      name: 'stub',
      async *reply({ messages }) {
        yield { type: 'text', text: await say(++n, messages.map(({ text }) => text).join('|')) }
      },
    }),
    evaluator: () => ({ name: 'judge', evaluate: async () => [] }),
    test: async () => ({ ok: true, message: '' }),
  }
}

/** A chat with an assistant over the API. */
export async function chatting(models: Models, type = 'api') {
  const world = await startWorld({ models })
  const assistant_id = await given.assistant(world)
  const { conversation_id } = (await world.post('/conversations', { assistant_id, type })).body
  const path = `/conversations/${conversation_id}/messages`
  return { world, conversation_id, path, say: (message: string) => world.post(path, { message }) }
}

/** A customer who writes SMS to an assistant. */
export async function texting(parts: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(parts)
  const phone_number_id = aNumber(world, { number: OWN })
  const assistant = await given.assistant(world, { phone_number_id })
  const from = given.number('24')
  const write = (body: string) => world.post('/user/simulator/inbound-sms', { from, to: OWN, body })
  const sent = async () =>
    (await world.get('/user/sms?per_page=100')).body.data
      .filter((sms: { status: string }) => sms.status !== 'received')
      .map((sms: { body: string }) => sms.body)
  const chat = async () => (await world.get('/user/conversations')).body.data[0]
  return { world, assistant, phone_number_id, from, write, sent, chat }
}
