import { afterEach, describe, expect, it } from 'vitest'
import type { SipOptions } from '../../../src/main/voice-host/sip'
import { Desk, freePort, noDns, settingsOf, trunkOf } from './support/desk'
import { type Got, plainSound, scripted } from './support/peer'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function peerThat(onRequest: (got: Got) => void, address?: string) {
  const peer = await scripted(onRequest, address)
  stops.push(peer.stop)
  return peer
}

function newDesk(options: Partial<SipOptions> = {}, speed = 1) {
  const desk = new Desk(options, speed)
  stops.push(async () => {
    await desk.sip.stop()
    await desk.media.stop()
    expect(desk.logged.filter(line => line.startsWith('ERROR'))).toEqual([])
  })
  return desk
}

const login = { username: 'alice', password: 'secret', register: true }
/** What a peer was asked, without what was sent again because the machine was busy. */
const asked = (peer: { got: Got[] }) => [...new Map(peer.got.map(got => [got.header('cseq'), got])).values()]
/** Answers everything that is not what the test is about. */
const other = (got: Got) => got.method !== 'ACK' && !got.method.startsWith('SIP') && got.answer('200 OK')

describe('a registration', () => {
  it('is made for as long as the other side wants at least, with the better of two logins, and taken back at the end', async () => {
    const peer = await peerThat(got => {
      if (got.method !== 'REGISTER') return other(got)
      if (!got.header('authorization'))
        return got.answer('401 Unauthorized', {
          extra: ['MD5', 'SHA-256'].map(
            name => `WWW-Authenticate: Digest realm="r", nonce="n", qop="auth", algorithm=${name}`,
          ),
        })
      if (Number(got.header('expires')) === 600)
        return got.answer('423 Interval Too Brief', { extra: ['Min-Expires: 1800'] })
      got.answer('200 OK', { extra: [`Expires: ${got.header('expires')}`] })
    })
    const desk = newDesk()
    await desk.configure(trunkOf({ address: peer.address, ...login }))
    await desk.status('registered')
    const last = peer.got.at(-1)!
    expect(last.header('expires')).toBe('1800')
    expect(last.header('authorization')).toMatch(/algorithm=SHA-256,/)
    expect(new Set(peer.got.map(got => got.header('call-id'))).size).toBe(1)
    await desk.sip.stop()
    expect(peer.got.at(-1)!.text).toMatch(/^REGISTER [\s\S]*Contact: <sip:alice@[^>]+>;expires=0/)
  })

  it('is made again before it ends', async () => {
    const peer = await peerThat(got => got.answer('200 OK', { extra: ['Expires: 60'] }))
    const desk = newDesk({}, 200)
    await desk.configure(trunkOf({ address: peer.address, ...login }))
    await desk.until('three registrations', () => peer.got.filter(got => got.method === 'REGISTER').length >= 3)
    expect(desk.states.map(state => state.status)).toEqual(['connecting', 'registered'])
  })

  it('tells the other side the address that it sees us by', async () => {
    const via = (got: Got) => `${got.header('via').replace(';rport', ';rport=4444')};received=198.51.100.7`
    const peer = await peerThat(got => got.answer('200 OK', { via: via(got) }))
    const desk = newDesk()
    await desk.configure(trunkOf({ address: peer.address, ...login }))
    await desk.until('the address', () => desk.states.at(-1)?.localAddress === '198.51.100.7:4444 udp')
    await desk.until('the new registration', () => asked(peer).length === 2)
    // The old address is taken back with it.
    expect(asked(peer)[1]!.header('contact')).toMatch(
      /^<sip:alice@198\.51\.100\.7:4444>;expires=600, <sip:alice@127\.0\.0\.1:\d+>;expires=0$/,
    )
  })

  it('an address that the operator has set is told instead', async () => {
    const peer = await peerThat(other)
    const desk = newDesk()
    desk.settings = settingsOf({ publicAddress: '203.0.113.5' })
    await desk.configure(trunkOf({ address: peer.address, ...login }))
    expect((await desk.status('registered')).localAddress).toMatch(/^203\.0\.113\.5:\d+ udp$/)
    expect(peer.got[0]!.header('contact')).toMatch(/<sip:alice@203\.0\.113\.5:/)
  })

  it('is made at once when the network has changed', async () => {
    let network = 'one'
    const peer = await peerThat(other)
    const desk = newDesk({ network: () => network }, 10)
    await desk.configure(trunkOf({ address: peer.address, ...login }))
    await desk.status('registered')
    expect(asked(peer)).toHaveLength(1)
    network = 'two'
    await desk.until('another registration', () => asked(peer).length === 2)
  })

  it('several trunks at one host are told apart, and so are their calls', async () => {
    const peer = await peerThat(other)
    const desk = newDesk()
    const port = await freePort()
    desk.settings = settingsOf({ listenPort: port })
    const one = trunkOf({ address: peer.address, ...login })
    await desk.configure(one, { ...one, id: 2, username: 'bob', number: '+4930901821' })
    await desk.until('both', () => desk.states.filter(state => state.status === 'registered').length === 2)
    for (const [user, number] of [
      ['bob', '+4930901821'],
      ['alice', '+4930901820'],
    ] as const) {
      peer.send(incoming(user, user), port)
      expect(
        (
          await desk.until('a call', () =>
            desk.reports.findLast(report => report.type === 'incoming' && report.to === number),
          )
        ).type,
      ).toBe('incoming')
    }
    expect(desk.reports).toHaveLength(2)
  })

  it('keeps the way through a NAT open between two registrations', async () => {
    const peer = await peerThat(other)
    const desk = newDesk({}, 100)
    await desk.configure(trunkOf({ address: peer.address, ...login }))
    await desk.until('two keep-alives', () => peer.pings >= 2)
    expect(asked(peer)).toHaveLength(1)
  })

  it('is not needed by a trunk that asks now and then whether the other side is there', async () => {
    let isThere = false
    const peer = await peerThat(got => isThere && got.answer('404 Not Found'))
    const desk = newDesk({}, 10)
    await desk.configure(trunkOf({ address: peer.address, username: 'alice', password: 'secret' }))
    const { reason, since } = await desk.status('unreachable')
    expect(reason).toBe('No answer.')
    isThere = true
    expect((await desk.status('ready')).since).toBeGreaterThanOrEqual(since)
    expect(new Set(peer.got.map(got => got.method))).toEqual(new Set(['OPTIONS']))
  })

  it('a socket that is taken is said in words, and opened when it is free', async () => {
    const taken = await peerThat(other)
    const peer = await peerThat(other)
    const desk = newDesk({}, 50)
    desk.settings = settingsOf({ listenPort: taken.port })
    await desk.configure(trunkOf({ address: peer.address, ...login }))
    expect((await desk.status('unreachable')).reason).toBe(`The SIP port ${taken.port} of this machine is in use.`)
    expect(desk.logged.splice(0).join()).toMatch(/the sockets of SIP cannot be opened/)
    desk.settings = settingsOf()
    await desk.configure(trunkOf({ address: peer.address, ...login }))
    await desk.status('registered')
  })
})

/** An INVITE for a user of ours. */
const incoming = (user: string, callId: string, body = plainSound) =>
  [
    `INVITE sip:${user}@127.0.0.1 SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK${callId};rport`,
    'Max-Forwards: 70',
    'From: "A name" <sip:030901899@127.0.0.1>;tag=theirs',
    `To: <sip:${user}@127.0.0.1>`,
    `Call-ID: ${callId}`,
    'CSeq: 1 INVITE',
    'Contact: <sip:peer@127.0.0.1:9>',
    ...(body ? ['Content-Type: application/sdp'] : []),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')

describe('a call that comes in', () => {
  async function ready(port: number, peerPort: number, given = {}) {
    const desk = newDesk()
    desk.settings = settingsOf({ listenPort: port })
    await desk.configure(trunkOf({ address: `127.0.0.1:${peerPort}`, ...given }))
    await desk.status('ready')
    return desk
  }

  it('without a description gets ours, and its sound begins with the acknowledgement', async () => {
    const port = await freePort()
    const peer = await peerThat(got => {
      if (!got.method.startsWith('SIP')) return other(got)
      if (!got.text.startsWith('SIP/2.0 200') || !got.header('cseq').includes('INVITE')) return
      const ack = incoming('+4930901820', 'late').replaceAll('INVITE', 'ACK').replace('z9hG4bKlate', 'z9hG4bKack')
      peer.send(ack.replace('To: <sip:+4930901820@127.0.0.1>', `To: ${got.header('to')}`), port)
    })
    const desk = await ready(port, peer.port)
    peer.send(incoming('+4930901820', 'late', ''), port)
    const { legId, from } = await desk.report('incoming')
    expect(from).toBe('+4930901899')
    desk.sip.send({ type: 'answer', legId, recordTo: null })
    await desk.report('answered')
    expect(desk.agreed(legId)).toMatchObject({ law: 'PCMA', remote: { address: '127.0.0.1', port: 40_000 } })
  })

  it('is refused when it has no codec of ours, or when core does not decide in a minute', async () => {
    const port = await freePort()
    const peer = await peerThat(other)
    const desk = await ready(port, peer.port)
    peer.send(incoming('+4930901820', 'odd', plainSound.replace('RTP/AVP 8', 'RTP/AVP 18')), port)
    await desk.until('488', () => peer.got.some(got => got.text.startsWith('SIP/2.0 488')))
    expect([desk.reports, desk.media.ports.size]).toEqual([[], 0])
    desk.hurry(100)
    peer.send(incoming('+4930901820', 'slow'), port)
    expect(await desk.report('ended')).toMatchObject({ cause: 'no_answer' })
    await desk.until('480', () => peer.got.some(got => got.text.startsWith('SIP/2.0 480')))
  })

  it('whose acknowledgement never comes ends as a broken line', async () => {
    const port = await freePort()
    const peer = await peerThat(other)
    const desk = await ready(port, peer.port)
    peer.send(incoming('+4930901820', 'lost'), port)
    const { legId } = await desk.report('incoming')
    desk.hurry(10)
    desk.sip.send({ type: 'answer', legId, recordTo: null })
    expect(await desk.report('ended')).toMatchObject({ cause: 'line_error', talkedMs: 0 })
    expect(peer.got.filter(got => got.text.startsWith('SIP/2.0 200')).length).toBeGreaterThan(2)
  })
})

describe('a call that goes out', () => {
  it('goes to the next address when one says 503, and when one says nothing', async () => {
    const full = await peerThat(got => (got.method === 'INVITE' ? got.answer('503 Service Unavailable') : other(got)))
    const dead = await peerThat(() => {})
    const good = await peerThat(got => (got.method === 'INVITE' ? got.answer('486 Busy Here') : other(got)))
    const srv = [full, dead, good].map(({ port }, i) => ({ name: 'edge.test', port, priority: i, weight: 1 }))
    const desk = newDesk({
      dns: {
        srv: async () => srv,
        addresses: async name => (name === 'edge.test' ? ['127.0.0.1'] : noDns.addresses()),
      },
    })
    await desk.configure(trunkOf({ address: 'carrier.test' }))
    await desk.status('ready')
    desk.dial('+4930901899')
    expect(await desk.report('ended')).toMatchObject({ cause: 'busy' })
    expect([full, dead, good].map(peer => peer.got.some(got => got.method === 'INVITE'))).toEqual([true, true, true])
  })

  it('that two phones answer keeps the first, and hangs up on the second', async () => {
    const peer = await peerThat(got => {
      if (got.method !== 'INVITE') return other(got)
      for (const tag of ['first', 'second']) got.answer('200 OK', { tag, body: plainSound })
    })
    const desk = newDesk()
    await desk.configure(trunkOf({ address: peer.address }))
    await desk.status('ready')
    const leg = desk.dial('+4930901899')
    await desk.report('answered')
    const bye = await desk.until('BYE', () => peer.got.find(got => got.method === 'BYE'))
    expect(bye.header('to')).toMatch(/;tag=second$/)
    expect(peer.got.filter(got => got.method === 'ACK').map(got => /tag=\w+$/.exec(got.header('to'))?.[0])).toEqual([
      'tag=first',
      'tag=second',
    ])
    expect(desk.of(leg)).toEqual(['answered'])
  })

  it('shows the number of the caller in the format of the trunk, by way of the proxy', async () => {
    const peer = await peerThat(got => (got.method === 'INVITE' ? got.answer('603 Decline') : other(got)))
    const desk = newDesk()
    await desk.configure(trunkOf({ address: 'carrier.example', outboundProxy: peer.address, format: 'national' }))
    await desk.status('ready')
    desk.dial('+12025550124', { from: '+4930901877' })
    expect(await desk.report('ended')).toMatchObject({ cause: 'declined' })
    const { text, header } = peer.got.find(got => got.method === 'INVITE')!
    expect(text).toMatch(/^INVITE sip:0012025550124@carrier\.example SIP/)
    expect(header('route')).toBe(`<sip:${peer.address};lr>`)
    expect(header('from')).toMatch(/^<sip:030901877@carrier\.example>;tag=/)
    expect(header('p-asserted-identity')).toBe('<sip:030901877@carrier.example>')
  })

  it('whose answer describes no sound that we have is hung up', async () => {
    const peer = await peerThat(got =>
      got.method === 'INVITE' ? got.answer('200 OK', { body: 'v=0\r\n' }) : other(got),
    )
    const desk = newDesk()
    await desk.configure(trunkOf({ address: peer.address }))
    await desk.status('ready')
    desk.dial('+4930901899')
    expect(await desk.report('ended')).toMatchObject({ cause: 'carrier_failed' })
    await desk.until('BYE', () => peer.got.some(got => got.method === 'BYE'))
    expect(desk.answers.at(-1)).toEqual([0, 'Its answer describes no sound.'])
  })
})
