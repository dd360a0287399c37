import { expect, it } from 'vitest'
import { given, SECOND, startWorld } from './support/world'

it('a start that fails leaves nothing open', async () => {
  const world = await startWorld()
  const assistant = await given.assistant(world)
  await world.post('/user/make_call', { assistant_id: assistant, phone_number: given.number('24') })
  await world.advance(10 * SECOND)
  world.db.prepare('ALTER TABLE attempts RENAME TO attempts_away').run()
  world.db.prepare('DROP TABLE calls').run()
  await expect(world.restart()).rejects.toThrow()
  const { openForService } = await import('../src/main/store/open')
  openForService(world.dir).close()
  world.log.errors.length = 0
})
