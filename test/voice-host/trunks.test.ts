import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StartVoiceProcess, VoiceProcess } from '../../src/main/ports/trunk-line'
import { forkVoiceProcess } from '../../src/main/system/voice-process'
import { MINUTE, SECOND, startWorld, type TestWorld } from '../support/world'
import { kamailio, phone } from './sip/support/programs'

// The whole service with the real voice process, as it is built in out/, and a carrier that somebody else wrote.

const real = forkVoiceProcess(join(import.meta.dirname, '../../out/main/voice-host.js'))
const PATH = '/user/phone-numbers/sip-trunks'

let carrier: Awaited<ReturnType<typeof kamailio>>
let peer: Awaited<ReturnType<typeof phone>>
beforeAll(async () => {
  carrier = await kamailio()
  peer = await phone(carrier.phonePort, carrier.port)
})
afterAll(async () => {
  await peer?.stop()
  await carrier?.stop()
})

/** A service that starts the real process, and the processes that it has started. */
async function aDesk() {
  const started: VoiceProcess[] = []
  let ended = 0
  const startVoiceProcess: StartVoiceProcess = listeners => {
    const own = real({
      ...listeners,
      onExit(why) {
        ended++
        listeners.onExit(why)
      },
    })
    started.push(own)
    return own
  }
  const world = await startWorld({ startVoiceProcess })
  const add = async (over: object = {}): Promise<number> => {
    const { body } = await world.post(PATH, {
      sip_trunk_type: 'number',
      phone_number: '+493090189900',
      sip_username: 'alice',
      sip_password: 'secret',
      sip_address: `127.0.0.1:${carrier.port}`,
      ...over,
    })
    return body.data.id
  }
  return { world, started, add, ended: () => ended }
}

const stateOf = async (world: TestWorld, id: number) => (await world.get(`${PATH}/${id}`)).body.data.state
/** Lets the work of the service that is due go on, until a trunk is in this state. */
const until = (world: TestWorld, id: number, status: string) =>
  expect
    .poll(async () => {
      await world.advance(0)
      return (await stateOf(world, id)).status
    })
    .toBe(status)

describe('a trunk of the operator', () => {
  it('it signs in by itself, says where it is reached, and ends its process when it is deleted', async () => {
    const { world, started, ended, add } = await aDesk()
    expect(started).toHaveLength(0)
    const id = await add()
    await until(world, id, 'registered')
    const state = await stateOf(world, id)
    expect(state.reason).toBeNull()
    expect(state.local_address).toMatch(/^127\.0\.0\.1:\d+ udp$/)
    await add({ phone_number: '+493090189901', inbound_authorization_type: 'ip', allowed_inbound_ips: ['127.0.0.1'] })
    expect(started).toHaveLength(1)
    for (const { id } of (await world.get(PATH)).body.data) await world.delete(`/user/phone-numbers/${id}`)
    await world.advance(0)
    await expect.poll(ended).toBe(1)
  })

  it('a wrong password is said in words, on Today too, until it is put right', async () => {
    const { world, add } = await aDesk()
    const id = await add({ sip_password: 'wrong' })
    await until(world, id, 'refused')
    expect((await stateOf(world, id)).reason).toBe('Wrong username or password.')
    const attention = async () => (await world.get('/user/attention')).body.trunks_down
    expect(await attention()).toEqual([
      expect.objectContaining({ id, status: 'refused', phone_number: '+493090189900' }),
    ])
    const [{ key }] = await attention()
    await world.post('/user/attention/put-away', { keys: [key] })
    expect(await attention()).toEqual([])
    await world.put(`${PATH}/${id}`, { sip_password: 'secret' })
    await until(world, id, 'registered')
  })

  it('a test call says its sentence, and every step of it is told in words', async () => {
    const { world, add } = await aDesk()
    const id = await add()
    await until(world, id, 'registered')
    const told: string[] = []
    world.service.context.bus.on(event => {
      if (event.type === 'sip_trunk.test_step' && event.test_id === 'one') told.push(event.step.text)
    })
    const { status, body } = await world.post(`${PATH}/${id}/test`, { to: '+4930901899', test_id: 'one' })
    expect([status, body.passed]).toEqual([200, true])
    const texts = (body.steps as { text: string }[]).map(step => step.text)
    expect(texts).toEqual(told)
    expect(texts[0]).toContain('+4930901899')
    expect(texts).toContain('The server asks for the password (407 Proxy Authentication Required).')
    expect(texts).toContain('The sentence was said.')
    expect(texts).toContainEqual(
      expect.stringMatching(/^Sound came from the other side: \d+ packets, and \d+ were lost\.$/),
    )
    expect(texts.at(-1)).toBe('The call ended. All is well.')
  })

  it('a test call is hung up by the operator, and by Stop all, after which there is none', async () => {
    const { world, add } = await aDesk()
    const id = await add()
    await until(world, id, 'registered')
    /** Places a test call, and does something when it was answered. */
    const during = async (act: () => Promise<unknown>) => {
      const answered = new Promise<void>(resolve => {
        world.service.context.bus.on(event => {
          if (event.type === 'sip_trunk.test_step' && event.step.text.startsWith('It was answered')) resolve()
        })
      })
      const test = world.post(`${PATH}/${id}/test`, { to: '+4930901899', test_id: 'one' })
      await answered
      await act()
      const { body } = await test
      return [body.passed, body.steps.at(-1).text]
    }
    expect(await during(() => world.delete(`${PATH}/${id}/test`))).toEqual([false, 'The call was hung up.'])
    expect(await during(() => world.post('/user/dialing/halt', {}))).toEqual([false, 'The call was hung up.'])
    expect((await world.post(`${PATH}/${id}/test`, { to: '+4930901899' })).status).toBe(409)
  })

  it('a number on the blacklist gets no test call', async () => {
    const { world, add } = await aDesk()
    const id = await add()
    await world.post('/user/blacklist', { phone_number: '+4930901899' })
    const { status, body } = await world.post(`${PATH}/${id}/test`, { to: '+4930901899' })
    expect([status, body.message]).toEqual([409, 'The number +4930901899 is on the blacklist.'])
  })

  it('a process that is killed ends its test call, and is started again', async () => {
    const { world, started, add } = await aDesk()
    const id = await add()
    await until(world, id, 'registered')
    const answered = new Promise<void>(resolve => {
      world.service.context.bus.on(event => {
        if (event.type === 'sip_trunk.test_step' && event.step.text.startsWith('It was answered')) resolve()
      })
    })
    const test = world.post(`${PATH}/${id}/test`, { to: '+4930901899', test_id: 'one' })
    await answered
    started[0]!.kill()
    const { body } = await test
    expect([body.passed, body.steps.at(-1).text]).toEqual([
      false,
      'The voice process ended by itself, and the call with it.',
    ])
    expect((await stateOf(world, id)).status).toBe('off')
    await world.advance(2 * SECOND)
    await until(world, id, 'registered')
    expect(started).toHaveLength(2)
    expect(world.log.errors.splice(0)).toHaveLength(1)
  })
})

describe('a desk that must call nobody real', () => {
  it('its trunks are off and say why, and a test call fails in words', async () => {
    const { started, add, world } = await aDesk()
    world.db.prepare("INSERT INTO state (key, value) VALUES ('simulated', 'true')").run()
    await world.restart()
    const id = await add()
    expect(await stateOf(world, id)).toMatchObject({ status: 'off', reason: expect.stringContaining('simulated time') })
    const { body } = await world.post(`${PATH}/${id}/test`, { to: '+4930901899' })
    expect(body).toMatchObject({ passed: false, steps: [{ text: expect.stringContaining('calls nobody real') }] })
    await world.advance(MINUTE)
    expect(started).toHaveLength(0)
  })
})
