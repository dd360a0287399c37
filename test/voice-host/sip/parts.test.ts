import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseChallenge, credentials } from '../../../src/main/voice-host/sip/digest'
import { Framer } from '../../../src/main/voice-host/sip/framer'
import { Gate } from '../../../src/main/voice-host/sip/gate'
import { parseMessage } from '../../../src/main/voice-host/sip/message'
import { fromTrunk, targetUri, toTrunk } from '../../../src/main/voice-host/sip/numbers'
import { resolveTargets } from '../../../src/main/voice-host/sip/resolve'
import { makeAnswer, makeOffer, type OurSound, readAnswer } from '../../../src/main/voice-host/sip/sdp'
import { parseAddress, parseHost, parseUri } from '../../../src/main/voice-host/sip/uri'

describe('the login', () => {
  it('the examples of RFC 2617 and RFC 7616 come out as printed', () => {
    const old = chooseChallenge([
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
    ])!
    const login = { username: 'Mufasa', password: 'Circle Of Life' }
    const request = { method: 'GET', uri: '/dir/index.html' }
    expect(credentials(old, request, login, 1, '0a4f113b')).toContain('response="6629fae49393a05397450978507c4ef1"')
    const shared =
      'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
    const both = [`Digest ${shared}, algorithm=MD5`, `Digest ${shared}, algorithm=SHA-256`]
    const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
    const words = { username: 'Mufasa', password: 'Circle of Life' }
    // SHA-256 before MD5.
    expect(credentials(chooseChallenge(both)!, request, words, 1, cnonce)).toContain(
      'response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"',
    )
    expect(credentials(chooseChallenge(both.slice(0, 1))!, request, words, 1, cnonce)).toContain(
      'response="8ca523f5e9506fed4657c9700eebdbec"',
    )
  })

  it('a challenge that cannot be answered is passed over', () => {
    for (const line of ['Basic realm="x"', 'Digest realm="x"', 'Digest realm="x", nonce="y", algorithm=ROT13', ''])
      expect(chooseChallenge([line]), line).toBeNull()
    expect(chooseChallenge(['Digest realm="x", nonce="y", algorithm=ROT13', 'Digest nonce=z, realm="q"'])!.nonce).toBe(
      'z',
    )
  })
})

const ours = (srtp: OurSound['srtp'] = 'off'): OurSound => ({
  session: { id: 1, version: 1 },
  address: '192.0.2.1',
  port: 4000,
  srtp,
  key: new Uint8Array(30).fill(7),
})

describe('what sound is agreed on', () => {
  const payload = fc.constantFrom(
    '0 PCMU/8000',
    '8 PCMA/8000',
    '9 G722/8000',
    '18 G729/8000',
    '96 opus/48000/2',
    '101 telephone-event/8000',
    '97 telephone-event/48000',
  )
  const offers = fc.record({
    types: fc.uniqueArray(payload, { minLength: 1 }),
    port: fc.integer({ min: 1024, max: 65_534 }),
    direction: fc.constantFrom('sendrecv', 'sendonly', 'recvonly', 'inactive', null),
    extra: fc.array(
      fc.constantFrom('a=ptime:30', 'a=foo:bar', 'a=candidate:1 1 UDP 1 1.2.3.4 5 typ host', 'b=AS:80', 'a=rtcp:4001'),
      { maxLength: 3 },
    ),
    video: fc.boolean(),
    v6: fc.boolean(),
  })

  it('every offer with a codec that we have gets an answer that the other side can read the same way', () => {
    fc.assert(
      fc.property(offers, ({ types, port, direction, extra, video, v6 }) => {
        const numbers = types.map(type => type.split(' ')[0]!)
        const offer = [
          'v=0',
          `o=- 1 1 IN IP4 192.0.2.9`,
          's=-',
          v6 ? 'c=IN IP6 2001:db8::9' : 'c=IN IP4 192.0.2.9',
          't=0 0',
          ...(video ? ['m=video 5000 RTP/AVP 99', 'a=rtpmap:99 H264/90000'] : []),
          `m=audio ${port} RTP/AVP ${numbers.join(' ')}`,
          ...types.map(type => `a=rtpmap:${type}`),
          ...(direction ? [`a=${direction}`] : []),
          ...extra,
          '',
        ].join('\r\n')
        const result = makeAnswer(ours(), offer)
        const law = numbers.find(number => number === '0' || number === '8')
        expect(result.agreed?.law).toBe(law && { 0: 'PCMU', 8: 'PCMA' }[law])
        if (!result.agreed) return
        expect(result.agreed.remote).toEqual({ address: v6 ? '2001:db8::9' : '192.0.2.9', port })
        expect(result.agreed.digitsType).toBe(numbers.includes('101') ? 101 : null)
        expect(result.agreed.sends).toBe(direction !== 'sendonly' && direction !== 'inactive')
        expect((result.answer.match(/^m=/gm) ?? []).length).toBe(video ? 2 : 1)
        const read = readAnswer({ ...ours(), address: '192.0.2.9' }, result.answer)
        expect(read.agreed).toMatchObject({
          law: result.agreed.law,
          digitsType: result.agreed.digitsType,
          remote: { port: 4000 },
        })
      }),
    )
  })

  it('no text at all makes the reader of descriptions fail', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), mutated(makeOffer(ours('optional')))), text => {
        for (const srtp of ['off', 'optional', 'required'] as const) {
          makeAnswer(ours(srtp), text)
          readAnswer(ours(srtp), text)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('keys are agreed on as the trunk has it', () => {
    const agreedOn = (theirs: OurSound['srtp'], mine: OurSound['srtp']) => {
      const result = makeAnswer(ours(mine), makeOffer({ ...ours(theirs), key: new Uint8Array(30).fill(9) }))
      return result.agreed ? (result.agreed.srtp?.remote[0] ?? null) : 'refused'
    }
    expect(agreedOn('off', 'off')).toBeNull()
    expect(agreedOn('optional', 'off')).toBeNull()
    expect(agreedOn('required', 'off')).toBe('refused')
    expect(agreedOn('off', 'optional')).toBeNull()
    expect(agreedOn('optional', 'optional')).toBe(9)
    expect(agreedOn('required', 'optional')).toBe(9)
    expect(agreedOn('off', 'required')).toBe('refused')
    expect(agreedOn('required', 'required')).toBe(9)
  })
})

/** A text with some of its characters changed, left out or doubled. */
function mutated(text: string) {
  const change = fc.tuple(fc.nat(text.length), fc.nat(3), fc.string({ maxLength: 3, unit: 'binary' }))
  return fc
    .array(change, { minLength: 1, maxLength: 6 })
    .map(changes => changes.reduce((all, [at, cut, put]) => all.slice(0, at) + put + all.slice(at + cut), text))
}

const invite = [
  'INVITE sip:alice@192.0.2.1:5060;ob SIP/2.0',
  'v: SIP/2.0/UDP 192.0.2.9:5060;branch=z9hG4bKa;rport, SIP/2.0/TCP [2001:db8::1]:5062;branch=z9hG4bKb',
  'f: "A, \\"quoted\\" name" <sip:+4930%20901820@example.org;user=phone>;tag=1',
  't: <sip:alice@example.org>',
  'i: 1@example',
  'CSeq: 7 INVITE',
  'm: <sip:peer@192.0.2.9:5060>',
  'Subject: one',
  ' line',
  'l: 4',
  '',
  'body and more',
].join('\r\n')

describe('the reader of messages', () => {
  it('short names, folded lines, several Via in a line and a body are read', () => {
    const message = parseMessage(Buffer.from(invite))!
    expect(message).toMatchObject({ kind: 'request', method: 'INVITE', callId: '1@example', body: 'body' })
    expect(message.via).toMatchObject({ transport: 'udp', host: '192.0.2.9', port: 5060 })
    expect(message.from).toMatchObject({ user: '+4930 901820', uri: { host: 'example.org' } })
    expect(message.headers.find(([name]) => name === 'subject')![1]).toBe('one line')
  })

  it('what lacks something, or has it twice, is not read', () => {
    const lines = invite.split('\r\n')
    for (const at of [0, 1, 2, 3, 4, 5]) {
      expect(parseMessage(Buffer.from(lines.toSpliced(at, 1).join('\r\n'))), lines[at]).toBeNull()
      if (at > 1)
        expect(parseMessage(Buffer.from(lines.toSpliced(at, 0, lines[at]!).join('\r\n'))), lines[at]).toBeNull()
    }
    expect(parseMessage(Buffer.from(invite.replace('l: 4', 'l: 400')))).toBeNull()
    expect(parseMessage(Buffer.from(invite.replace('7 INVITE', '7 BYE')))).toBeNull()
  })

  it('no datagram makes it fail', () => {
    fc.assert(
      fc.property(mutated(invite), text => {
        const message = parseMessage(Buffer.from(text))
        if (message) expect(message.from.text).toBeTruthy()
      }),
      { numRuns: 10_000 },
    )
  })

  it('a stream is cut into its messages wherever it was broken', () => {
    const whole = Buffer.from(
      `\r\n\r\n${invite.replace('body and more', 'body')}\r\n${invite.replace('body and more', 'body')}`,
    )
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), sizes => {
        const found: string[] = []
        let pings = 0
        const framer = new Framer(
          bytes => found.push(bytes.toString()),
          () => pings++,
        )
        for (let at = 0, i = 0; at < whole.length; i++) {
          const size = sizes[i % sizes.length]!
          expect(framer.push(whole.subarray(at, at + size))).toBe(true)
          at += size
        }
        expect(found.map(text => parseMessage(Buffer.from(text))?.body)).toEqual(['body', 'body'])
      }),
    )
    expect(
      new Framer(
        () => {},
        () => {},
      ).push(Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')),
    ).toBe(false)
    expect(
      new Framer(
        () => {},
        () => {},
      ).push(Buffer.alloc(70_000, 'x')),
    ).toBe(false)
  })

  it('URIs and addresses are read with all of their parts', () => {
    expect(parseUri('sips:a%40b:pw@[2001:db8::1]:5061;transport=TLS;lr')).toMatchObject({
      scheme: 'sips',
      user: 'a%40b',
      host: '[2001:db8::1]',
      port: 5061,
    })
    for (const text of ['sip:', 'sip:a@', 'sip:a@b:0', 'sip:a@b:99999', 'http://a', 'sip:a b@c'])
      expect(parseUri(text), text).toBeNull()
    expect(parseAddress('tel:+4930901820;phone-context=x')).toMatchObject({ uri: null, user: '+4930901820' })
    expect(parseHost('[2001:db8::1]:5070')).toEqual({ host: '2001:db8::1', port: 5070 })
    expect(parseHost('Sip.Example.org')).toEqual({ host: 'sip.example.org', port: null })
  })
})

describe('numbers', () => {
  const as = (format: '+e164' | 'e164' | 'national', country = 'DE') => ({ format, country })
  it('a number is written as the trunk wants it, and an extension as it is', () => {
    expect(toTrunk('+4930901820', as('+e164'))).toBe('+4930901820')
    expect(toTrunk('+4930901820', as('e164'))).toBe('4930901820')
    expect(toTrunk('+4930901820', as('national'))).toBe('030901820')
    expect(toTrunk('+12025550124', as('national'))).toBe('0012025550124')
    expect(toTrunk('+12025550124', as('national', 'US'))).toBe('2025550124')
    expect(toTrunk('+4930901820', as('national', 'US'))).toBe('0114930901820')
    expect(toTrunk('201', as('national'))).toBe('201')
    expect(targetUri('sip:bob@example.org', as('e164'), 'h')).toBe('sip:bob@example.org')
    expect(targetUri('bob@example.org', as('e164'), 'h')).toBe('sip:bob@example.org')
    expect(targetUri('tel:+4930901820', as('e164'), 'h:5070')).toBe('sip:4930901820@h:5070')
    expect(targetUri('**1*201', as('e164'), 'h')).toBe('sip:**1*201@h')
  })

  it('a caller is known in E.164 however the trunk writes it', () => {
    expect(fromTrunk('+4930901820', as('+e164'))).toBe('+4930901820')
    expect(fromTrunk('4930901820', as('e164'))).toBe('+4930901820')
    expect(fromTrunk('030901820', as('national'))).toBe('+4930901820')
    expect(fromTrunk('004930901820', as('+e164'))).toBe('+4930901820')
    expect(fromTrunk('2025550124', as('national', 'US'))).toBe('+12025550124')
    for (const text of ['anonymous', '201', 'alice']) expect(fromTrunk(text, as('national'))).toBe(text)
  })
})

describe('where requests go', () => {
  const dns = {
    srv: async (name: string) =>
      name === '_sip._udp.carrier.test'
        ? [
            { name: 'b.carrier.test', port: 5070, priority: 2, weight: 1 },
            { name: 'a.carrier.test', port: 5060, priority: 1, weight: 1 },
          ]
        : Promise.reject(new Error('ENOTFOUND')),
    addresses: async (host: string) =>
      ({
        'a.carrier.test': ['192.0.2.1', '2001:db8::1'],
        'b.carrier.test': ['192.0.2.2'],
        'carrier.test': ['192.0.2.3'],
      })[host] ?? Promise.reject(new Error('ENOTFOUND')),
  }
  const at = async (host: string, port: number | null, transport: 'udp' | 'tcp' | 'tls') =>
    (await resolveTargets(dns, () => 0.5, { host, port, transport })).map(target => `${target.address} ${target.port}`)

  it('by SRV without a port, else by address; an address as it is; nowhere when the name is unknown', async () => {
    expect(await at('carrier.test', null, 'udp')).toEqual(['192.0.2.1 5060', '2001:db8::1 5060', '192.0.2.2 5070'])
    expect(await at('carrier.test', 5080, 'udp')).toEqual(['192.0.2.3 5080'])
    expect(await at('carrier.test', null, 'tls')).toEqual(['192.0.2.3 5061'])
    expect(await at('[2001:db8::5]', null, 'tcp')).toEqual(['2001:db8::5 5060'])
    expect(await at('nowhere.test', null, 'udp')).toEqual([])
  })
})

describe('the gate', () => {
  it('hears the hosts and networks of trunks, and nobody else', () => {
    const gate = new Gate(() => 0)
    gate.setAddresses(1, ['192.0.2.1', '2001:db8::1'])
    gate.setNetworks(1, ['198.51.100.0/24', 'nonsense', '203.0.113.7', '10.0.0.0/99', '2001:db8:5::/48'])
    for (const address of [
      '192.0.2.1',
      '::ffff:192.0.2.1',
      '2001:db8::1',
      '198.51.100.77',
      '203.0.113.7',
      '2001:db8:5::9',
    ])
      expect(gate.lets(address), address).toBe(true)
    for (const address of ['192.0.2.2', '198.51.101.1', '203.0.113.8', '10.0.0.1', '::1', ''])
      expect(gate.lets(address), address).toBe(false)
    gate.forget(1)
    expect(gate.lets('192.0.2.1')).toBe(false)
  })

  it('an address that sends without end is heard at its rate only', () => {
    let now = 0
    const gate = new Gate(() => now)
    gate.setAddresses(1, ['192.0.2.1'])
    const heard = () => Array.from({ length: 5000 }, () => gate.lets('192.0.2.1')).filter(Boolean).length
    expect(heard()).toBe(2000)
    now += 500
    expect(heard()).toBe(500)
  })

  it('an address that a call has named is heard for as long as the call', () => {
    const gate = new Gate(() => 0)
    const [first, second] = [gate.admit('192.0.2.5'), gate.admit('192.0.2.5')]
    first()
    first()
    expect(gate.lets('192.0.2.5')).toBe(true)
    second()
    expect(gate.lets('192.0.2.5')).toBe(false)
  })
})
