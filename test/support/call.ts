import { expect } from 'vitest'
import type { TranscriptItem } from '../../src/contract/calls'
import { given, MINUTE, startWorld } from './world'

interface CallBody {
  status: string
  end_reason: string
  duration: number
  transcript: TranscriptItem[]
  warnings: string[]
  evaluation: { name: string; type: string; value: unknown; description: string }[]
  [field: string]: unknown
}

/** Makes one call to a number with this ending and waits until it has ended. */
export async function call(ending: string, assistant: object = {}, over: object = {}, time = 25 * MINUTE) {
  const world = await startWorld()
  const id = await given.assistant(world, assistant)
  const made = await world.post('/user/make_call', { assistant_id: id, phone_number: given.number(ending), ...over })
  expect(made.status).toBe(200)
  await world.advance(time)
  const body = (await world.get(`/user/calls/${made.body.call_id}`)).body as CallBody
  return { world, id: made.body.call_id as number, call: body, said: body.transcript.map(item => item.text) }
}
