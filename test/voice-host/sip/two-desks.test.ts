import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Trunk } from '../../../src/main/ports/voice-host'
import { Desk, freePort, settingsOf, trunkOf } from './support/desk'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Two of ours that are each other's trunk, without a login. */
async function pair(given: Partial<Trunk> = {}, ofB: Partial<Trunk> = given, host = '127.0.0.1') {
  const [a, b] = [new Desk(), new Desk()]
  const ports = [await freePort(), await freePort()]
  const at = host.includes(':') ? `[${host}]` : host
  a.settings = settingsOf({ listenAddress: host, listenPort: ports[0] })
  b.settings = settingsOf({ listenAddress: host, listenPort: ports[1] })
  await a.configure(trunkOf({ address: `${at}:${ports[1]}`, number: '+4930901820', ...given }))
  await b.configure(trunkOf({ address: `${at}:${ports[0]}`, number: '+4930901821', ...ofB }))
  await Promise.all([a.status('ready'), b.status('ready')])
  stops.push(async () => {
    await Promise.all([a.sip.stop(), b.sip.stop()])
    await a.media.stop()
    await b.media.stop()
    expect([...a.logged, ...b.logged].filter(line => line.startsWith('ERROR'))).toEqual([])
  })
  return { a, b }
}

/** Waits until so many packets more have come. */
async function heard(desk: Desk, legId: string, packets: number) {
  const { received } = await desk.media.stats(legId)
  while ((await desk.media.stats(legId)).received < received + packets) await sleep(10)
}

async function call(a: Desk, b: Desk, given: Parameters<Desk['dial']>[1] = {}) {
  const out = a.dial('+4930901821', given)
  const { legId: into } = await b.report('incoming')
  b.sip.send({ type: 'answer', legId: into, recordTo: null })
  await a.report('answered')
  await b.report('answered')
  return { out, into }
}

describe.each(['udp', 'tcp'] as const)('a call over %s', transport => {
  it('a call is heard, answered and hung up, and both sides know why it ended', async () => {
    const { a, b } = await pair({ transport })
    const { out, into } = await call(a, b, { from: '+4930901820' })
    expect(b.reports[0]).toEqual({ type: 'incoming', legId: into, from: '+4930901820', to: '+4930901821' })
    expect(a.of(out)).toEqual(['ringing', 'answered'])
    expect([...(await a.sip.legs())]).toEqual([out])
    expect(a.agreed(out)).toMatchObject({ law: 'PCMU', digitsType: 101, sends: true, hears: true, srtp: null })
    expect(a.agreed(out)!.remote.port).toBe(b.media.ports.get(into))
    a.sip.send({ type: 'send_digits', legId: out, digits: '1w2' })
    expect(a.media.digits.get(out)).toBe('1w2')
    a.sip.send({ type: 'hang_up', legId: out })
    expect(await a.report('ended')).toMatchObject({ cause: 'hung_up', recorded: false })
    expect(await b.report('ended')).toMatchObject({ cause: 'remote_hang_up', recorded: false })
    expect([...(await a.sip.legs()), ...(await b.sip.legs())]).toEqual([])
  })

  it('a call that is taken back while it rings stops ringing', async () => {
    const { a, b } = await pair({ transport })
    const out = a.dial('+4930901821')
    await a.report('ringing')
    a.sip.send({ type: 'hang_up', legId: out })
    expect(await a.report('ended')).toMatchObject({ cause: 'hung_up', talkedMs: 0 })
    expect(await b.report('ended')).toMatchObject({ cause: 'remote_hang_up', talkedMs: 0 })
  })

  it('a call that is refused is busy', async () => {
    const { a, b } = await pair({ transport })
    a.dial('+4930901821')
    b.sip.send({ type: 'reject', legId: (await b.report('incoming')).legId })
    expect(await a.report('ended')).toMatchObject({ cause: 'busy' })
  })
})

describe('a call between two of ours', () => {
  it('a call over IPv6 is heard like any other', async () => {
    const { a, b } = await pair({}, {}, '::1')
    const { out } = await call(a, b)
    expect(a.agreed(out)!.remote.address).toBe('::1')
    await heard(a, out, 5)
    a.sip.send({ type: 'hang_up', legId: out })
    expect(await b.report('ended')).toMatchObject({ cause: 'remote_hang_up' })
  })

  it('a call that nobody answers ends when its ringing time is over', async () => {
    const { a, b } = await pair()
    a.dial('+4930901821', { ringMs: 1500 })
    expect(await a.report('ended')).toMatchObject({ cause: 'no_answer' })
    expect(await b.report('ended')).toMatchObject({ cause: 'remote_hang_up' })
  })

  it('the side that was called may hang up', async () => {
    const { a, b } = await pair()
    const { into } = await call(a, b)
    b.sip.send({ type: 'hang_up', legId: into })
    expect(await a.report('ended')).toMatchObject({ cause: 'remote_hang_up' })
  })

  it('a recording is announced with the end of the call and reported when it is complete', async () => {
    const { a, b } = await pair()
    const recordTo = join(mkdtempSync(join(tmpdir(), 'sip-')), 'call.wav')
    const { out } = await call(a, b, { recordTo })
    await heard(a, out, 10)
    a.sip.send({ type: 'hang_up', legId: out })
    expect(await a.report('ended')).toMatchObject({ recorded: 'later' })
    expect(await a.report('recorded')).toEqual({ type: 'recorded', legId: out, failed: null })
  })

  it('a recording that cannot be written is reported with the reason', async () => {
    const { a, b } = await pair()
    const { out } = await call(a, b, { recordTo: '/nowhere/at/all.wav' })
    a.sip.send({ type: 'hang_up', legId: out })
    expect((await a.report('recorded')).failed).toMatch(/nowhere|ENOENT/)
  })

  it('sound is encrypted when both sides want it, and the keys of each are known to the other', async () => {
    for (const srtp of ['optional', 'required'] as const) {
      const { a, b } = await pair({ srtp })
      const { out, into } = await call(a, b)
      const [ours, theirs] = [a.agreed(out)!.srtp!, b.agreed(into)!.srtp!]
      expect([ours.suite, theirs.suite]).toEqual(Array(2).fill('AES_CM_128_HMAC_SHA1_80'))
      expect(ours.local).toEqual(theirs.remote)
      expect(ours.remote).toEqual(theirs.local)
    }
  })

  it('where only one side can encrypt, an optional key is passed over and a required one ends the call', async () => {
    const plain = await pair({ srtp: 'optional' }, { srtp: 'off' })
    const { out } = await call(plain.a, plain.b)
    expect(plain.a.agreed(out)!.srtp).toBeNull()
    const { a } = await pair({ srtp: 'required' }, { srtp: 'off' })
    a.dial('+4930901821')
    expect(await a.report('ended')).toMatchObject({ cause: 'carrier_failed' })
    expect(a.answers.at(-1)![0]).toBe(488)
  })

  it('without a free port for sound a call is not placed, and one that comes in is told to come later', async () => {
    const { a, b } = await pair()
    b.media.isFull = true
    const refused = a.dial('+4930901821')
    await a.report('no_capacity', refused)
    expect([a.answers.at(-1)![0], b.reports]).toEqual([503, []])
    // Ten seconds long, as the other side has asked.
    const early = a.dial('+4930901821')
    await a.report('no_capacity', early)
    const asked = a.answers.length
    a.media.isFull = true
    b.dial('+4930901820')
    expect((await b.report('no_capacity')).type).toBe('no_capacity')
    expect(a.answers.length).toBe(asked)
  })

  it('a transfer is refused by a side that takes none, with the reason, and the call goes on', async () => {
    const { a, b } = await pair()
    const { out } = await call(a, b)
    a.sip.send({ type: 'transfer', legId: out, to: '+4930901899' })
    expect((await a.report('transfer_failed')).why).toBe('the other side does not take transfers')
    expect([...(await a.sip.legs())]).toEqual([out])
  })

  it('a trunk that is changed or added leaves the calls of the others alone', async () => {
    const { a, b } = await pair()
    const { out } = await call(a, b)
    const own = trunkOf({ address: `127.0.0.1:${b.settings.listenPort}` })
    await a.configure(own, trunkOf({ id: 2, address: '127.0.0.1:9' }))
    await a.configure({ ...own, srtp: 'optional' })
    expect(a.reports.filter(report => report.type === 'ended')).toEqual([])
    b.sip.send({ type: 'hang_up', legId: b.reports[0]!.legId })
    expect(await a.report('ended', out)).toMatchObject({ cause: 'remote_hang_up' })
  })

  it('a line on which sound comes again goes on', async () => {
    const { a, b } = await pair()
    const { out } = await call(a, b)
    a.sip.onSound({ type: 'no_sound', legId: out, forMs: 29_900 })
    // More than half a second of sound: the moment at which the line would have counted as broken is over.
    await heard(a, out, 30)
    expect(a.of(out)).toEqual(['ringing', 'answered'])
  })

  it('when one side stops, the calls of the other end and nothing more is reported', async () => {
    const { a, b } = await pair()
    await call(a, b)
    const before = a.reports.length
    await a.sip.stop()
    expect(await b.report('ended')).toMatchObject({ cause: 'remote_hang_up' })
    expect(a.reports).toHaveLength(before)
    expect(a.media.ports.size).toBe(0)
  })

  it('a command for an unknown leg, and a dial by an unknown trunk, do no harm', async () => {
    const { a } = await pair()
    for (const type of ['hang_up', 'reject'] as const) a.sip.send({ type, legId: 'nobody' })
    a.sip.send({ type: 'transfer', legId: 'nobody', to: '+12025550124' })
    expect(a.reports).toEqual([])
    const out = a.dial('+4930901821', { trunkId: 77 })
    expect(await a.report('ended', out)).toMatchObject({ cause: 'carrier_failed' })
  })
})
