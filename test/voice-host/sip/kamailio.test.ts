import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Trunk } from '../../../src/main/ports/voice-host'
import { Desk, noDns, trunkOf } from './support/desk'
import { kamailio, phone } from './support/programs'

/** A certificate for the name `trunk.test` only. */
function certificate() {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2'].concat(
      '-subj',
      '/CN=trunk.test',
      '-addext',
      'subjectAltName=DNS:trunk.test',
    ),
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`openssl could not make a certificate: ${made.stderr}`)
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

const pair = certificate()
const trusted = getCACertificates('default')
let carrier: Awaited<ReturnType<typeof kamailio>>
let peer: Awaited<ReturnType<typeof phone>>
const desks: Desk[] = []

beforeAll(async () => {
  setDefaultCACertificates([...trusted, pair.cert])
  carrier = await kamailio(pair)
  peer = await phone(carrier.phonePort, carrier.port)
})
afterEach(async () => {
  for (const desk of desks.splice(0)) {
    await desk.sip.stop()
    await desk.media.stop()
    expect(desk.logged.filter(line => line.startsWith('ERROR'))).toEqual([])
  }
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await peer?.stop()
  await carrier?.stop()
})

/** The names of the carrier, as DNS has them: with SRV for each transport. */
const dns = {
  srv: async (name: string) => {
    const port = name.startsWith('_sips.') ? carrier.secure : carrier.port
    return name.endsWith('.trunk.test') ? [{ name: 'edge.trunk.test', port, priority: 1, weight: 1 }] : []
  },
  addresses: async (name: string) => (name.endsWith('.test') ? ['127.0.0.1'] : noDns.addresses()),
}

async function signedIn(given: Partial<Trunk> = {}) {
  const desk = new Desk({ dns })
  desks.push(desk)
  const login = { username: 'alice', password: 'secret', register: true }
  await desk.configure(trunkOf({ address: 'trunk.test', ...login, ...given }))
  return desk
}

describe.each(['udp', 'tcp', 'tls'] as const)('a carrier with a login over %s', transport => {
  it('the trunk is registered; calls go out and come in, and both sides may hang up', async () => {
    const desk = await signedIn({ transport })
    const state = await desk.status('registered')
    expect(state.reason).toBeNull()
    expect(state.localAddress).toMatch(new RegExp(`^127\\.0\\.0\\.1:\\d+ ${transport}$`))
    const out = desk.dial('+4930901899')
    await desk.report('answered', out)
    expect(desk.agreed(out)).toMatchObject({ law: 'PCMU', sends: true, hears: true })
    desk.sip.send({ type: 'hang_up', legId: out })
    await desk.report('ended', out)

    await peer.tell('dial', `sip:alice@127.0.0.1:${carrier.port}`)
    const { legId } = await desk.report('incoming')
    desk.sip.send({ type: 'answer', legId, recordTo: null })
    await desk.report('answered', legId)
    await peer.tell('hangup')
    expect(await desk.report('ended', legId)).toMatchObject({ cause: 'remote_hang_up' })
  })
})

describe('a carrier with a login', () => {
  it('a caller who hangs up before the answer is gone, and a refused one hears that we are busy', async () => {
    const desk = await signedIn()
    await desk.status('registered')
    await peer.tell('dial', `sip:alice@127.0.0.1:${carrier.port}`)
    const first = await desk.report('incoming')
    await peer.tell('hangup')
    expect(await desk.report('ended', first.legId)).toMatchObject({ cause: 'remote_hang_up', talkedMs: 0 })
    desk.reports.length = 0
    await peer.tell('dial', `sip:alice@127.0.0.1:${carrier.port}`)
    const second = await desk.report('incoming')
    desk.sip.send({ type: 'reject', legId: second.legId })
    expect(await desk.report('ended', second.legId)).toMatchObject({ cause: 'hung_up' })
  })

  it('a wrong password is said in words, is not tried again at once, and is tried when it is changed', async () => {
    const desk = await signedIn({ password: 'wrong' })
    expect((await desk.status('refused')).reason).toBe('Wrong username or password.')
    const out = desk.dial('+4930901899')
    expect(await desk.report('ended', out)).toMatchObject({ cause: 'carrier_failed' })
    expect(desk.answers.map(([code]) => code).filter(code => code > 100)).toEqual([407, 407])
    expect(desk.states.map(state => state.status)).toEqual(['connecting', 'refused'])
    await desk.configure(trunkOf({ address: 'trunk.test', username: 'alice', password: 'secret', register: true }))
    await desk.status('registered')
  })

  it('a certificate for another host, and one that nobody knows, are refused in words', async () => {
    const other = await signedIn({ transport: 'tls', address: `other.test:${carrier.secure}` })
    expect((await other.status('unreachable')).reason).toBe('The certificate is not for this host.')
    setDefaultCACertificates(trusted)
    const unknown = await signedIn({ transport: 'tls' })
    expect((await unknown.status('unreachable')).reason).toBe('This machine does not trust the certificate.')
    setDefaultCACertificates([...trusted, pair.cert])
  })

  it('a name that cannot be found is said in words', async () => {
    const desk = await signedIn({ address: 'nowhere.example' })
    expect((await desk.status('unreachable')).reason).toBe('The name cannot be found.')
    expect(await desk.report('ended', desk.dial('+4930901899'))).toMatchObject({ cause: 'carrier_failed' })
  })

  it('requests go by way of the outbound proxy', async () => {
    const desk = await signedIn({ address: 'trunk.test:9', outboundProxy: `edge.test:${carrier.port}` })
    await desk.status('registered')
  })
})

it('a carrier that goes away and comes back is noticed, both times', async () => {
  const first = await kamailio()
  const { port } = first
  const desk = new Desk({ dns: { ...dns, srv: async () => [] } })
  desks.push(desk)
  await desk.configure(
    trunkOf({ address: `trunk.test:${port}`, transport: 'tcp', username: 'alice', password: 'secret', register: true }),
  )
  await desk.status('registered')
  await first.stop()
  expect((await desk.status('unreachable')).reason).toMatch(
    /^(No answer|Nobody listens on this port|The connection was closed)\.$/,
  )
  const seen = desk.states.length
  const second = await kamailio(undefined, port)
  await desk.until('a new registration', () => desk.states.slice(seen).some(state => state.status === 'registered'))
  await second.stop()
})
