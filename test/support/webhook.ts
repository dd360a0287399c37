import { startReceiver } from './receiver'
import { given, startWorld } from './world'

/** An assistant whose webhook goes to a receiver after each call. */
export async function withWebhook(answer?: Parameters<typeof startReceiver>[0], assistantOver: object = {}) {
  const receiver = await startReceiver(answer)
  const world = await startWorld()
  const assistant = await given.assistant(world, {
    is_webhook_active: true,
    webhook_url: receiver.url,
    send_webhook_only_on_completed: false,
    ...assistantOver,
  })
  const call = async (ending: string, over: object = {}) =>
    (await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number(ending), ...over })).body
      .call_id
  return { world, receiver, assistant, call }
}
