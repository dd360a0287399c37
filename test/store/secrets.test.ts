import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeKey, readKey, secretsWith } from '../../src/main/store/secrets'
import { emptyFolder } from '../support/folder'
import { anAssistant, given, startWorld } from '../support/world'

describe('secrets', () => {
  it('secrets are encrypted with a key in their folder', () => {
    const [here, there] = [emptyFolder(), emptyFolder()]
    for (const dir of [here, there]) makeKey(dir)
    const secrets = secretsWith(readKey(here)!)
    const sealed = secrets.seal('whsec_x')
    expect(sealed).not.toContain('whsec_x')
    expect(secrets.open(sealed)).toBe('whsec_x')
    expect(secrets.seal('whsec_x')).not.toBe(sealed)
    expect(() => secretsWith(readKey(there)!).open(sealed)).toThrow()
    expect(() => secrets.open(`${sealed.slice(0, -4)}AAA=`)).toThrow()
  })

  it("secrets of an assistant's calendar are not in plain text in the file", async () => {
    const world = await startWorld()
    const tools = [{ type: 'calendar_integration', calcom_api_key: 'cal_live_secret', calcom_event_slug: 'intro' }]
    const id = await given.assistant(world, anAssistant({ tools }))
    expect((await world.get(`/user/assistant/${id}`)).body.tools[0].data.calcom_api_key).toBe('cal_live_secret')
    await world.put(`/user/assistant/${id}`, { name: 'Changed' })
    expect((await world.get(`/user/assistant/${id}`)).body.tools[0].data.calcom_api_key).toBe('cal_live_secret')
    await world.stop()
    for (const name of readdirSync(world.dir).filter(name => name.startsWith('callwright.db')))
      expect(readFileSync(join(world.dir, name)).includes('cal_live_secret')).toBe(false)
  })

  it('keys of callers are stored as hashes', async () => {
    const world = await startWorld()
    await world.stop()
    expect(readFileSync(join(world.dir, 'callwright.db')).includes(world.key)).toBe(false)
  })
})
