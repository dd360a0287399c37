import { expect, it } from 'vitest'
import type { Bridge } from '../../src/contract/bridge'
import { createInvoke } from '../../src/main/router/invoke'
import { createIpcClient } from '../../src/renderer/api/ipc'
import { startWorld } from '../support/world'

/** The client of the window, on the service of a test. `hold` keeps every answer back. */
async function aWindow(hold: Promise<void>) {
  const world = await startWorld()
  const invoke = createInvoke(world.service.router, error => {
    throw error
  })
  const asked: string[] = []
  const bridge: Bridge = {
    invoke: async (path, input) => {
      asked.push(path.join('.'))
      const answer = await invoke(path, input, { userId: 1 })
      await hold
      return answer
    },
    onEvent: () => () => {},
  }
  return { world, asked, client: createIpcClient(bridge) }
}

it('a request in the window that is cancelled ends at once, and one that was cancelled before is not sent', async () => {
  let letGo = () => {}
  const { world, asked, client } = await aWindow(new Promise<void>(resolve => (letGo = resolve)))
  const abort = new AbortController()
  const slow = client.settings.get({}, { signal: abort.signal })
  await expect.poll(() => asked).toEqual(['settings.get'])
  abort.abort(new Error('cancelled'))
  await expect(slow).rejects.toThrow('cancelled')
  const file = new File(['Open from 9 to 5.'], 'hours.txt', { type: 'text/plain' })
  const base = { id: 1, name: 'Hours', type: 'txt' as const, file }
  await expect(client.documents.create(base, { signal: abort.signal })).rejects.toThrow('cancelled')
  expect(asked).toEqual(['settings.get'])
  letGo()
  expect(await client.settings.get({}, { signal: new AbortController().signal })).toMatchObject({
    timezone: (await world.get('/user/settings')).body.timezone,
  })
})
