import { expect } from 'vitest'
import { type Answer, type ChatRequest, KEY, startModelServer } from './model-server'
import { startWorld, type WorldOptions } from './world'

/** Of the catalogue: the provider of the operator's own server, and its first model. */
export const SERVER = 44
export const LLAMA = 9

/** A world whose assistants may speak with the model of a server. */
export async function withModel(answer: (request: ChatRequest, n: number) => Answer, options: WorldOptions = {}) {
  const server = await startModelServer(answer)
  const world = await startWorld(options)
  const providers = [{ id: SERVER, api_key: KEY, base_url: server.url }]
  expect((await world.put('/user/settings', { providers })).status).toBe(200)
  return { server, world }
}
