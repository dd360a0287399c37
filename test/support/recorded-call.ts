import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { recorded } from './api'
import { startReceiver } from './receiver'
import { given, startWorld, type TestWorld } from './world'

/** The names of the stored recordings. */
export const recordingFiles = (world: TestWorld) => readdirSync(join(world.dir, 'recordings'))

/** A call with a recording and a webhook. */
export async function recordedCall() {
  const world = await startWorld()
  const receiver = await startReceiver()
  const assistant_id = await given.assistant(world, {
    record: true,
    is_webhook_active: true,
    webhook_url: receiver.url,
  })
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
  const url = await recorded(world, 1)
  return { world, url, assistant_id }
}
