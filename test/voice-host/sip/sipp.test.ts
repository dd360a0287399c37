import { afterEach, describe, expect, it } from 'vitest'
import type { Trunk } from '../../../src/main/ports/voice-host'
import { Desk, trunkOf } from './support/desk'
import { sipp, sound, step } from './support/programs'
import { relay } from './support/relay'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function against(steps: string[], given: Partial<Trunk> = {}, speed = 1) {
  const edge = await relay()
  const peer = await sipp(steps.join('\n'), edge.address)
  edge.to = peer.port
  const desk = new Desk({}, speed)
  await desk.configure(trunkOf({ address: edge.address, username: 'alice', password: 'secret', ...given }))
  stops.push(async () => {
    await desk.sip.stop()
    await desk.media.stop()
    await peer.stop()
    await edge.stop()
    expect(desk.logged.filter(line => line.startsWith('ERROR'))).toEqual([])
  })
  return { desk, peer, edge }
}

const { invite, recv, answer, answered, ok, ask } = step
const ringing = answer('180 Ringing')
const accepted = answer('200 OK', { body: sound(), extra: 'Allow: INVITE, ACK, BYE, REFER, UPDATE\n' })
const ended = [recv('BYE'), ok()]
/** An answer to the INVITE after CANCEL. */
const terminated = `<send><![CDATA[
SIP/2.0 487 Request Terminated
[last_Via:]
[last_From:]
[last_To:];tag=theirs[call_number]
[last_Call-ID:]
CSeq: [$number] INVITE
Content-Length: 0

]]></send>`
const numbered =
  '<recv request="INVITE"><action><ereg regexp="[0-9]+" search_in="hdr" header="CSeq" check_it="true" assign_to="number"/><ereg regexp=".*" search_in="hdr" header="Via:" check_it="true" assign_to="via"/></action></recv><nop><action><log message="[$via] [$number]"/></action></nop>'

describe('a carrier', () => {
  it('a call that asks for a login rings, is answered and hung up', async () => {
    const challenge = 'Proxy-Authenticate: Digest realm="trunk.test", nonce="47ebe0", qop="auth", algorithm=MD5\n'
    const sha = 'Proxy-Authenticate: Digest realm="trunk.test", nonce="47ebe1", qop="auth", algorithm=SHA-512-256\n'
    const signed =
      '<recv request="INVITE"><action><ereg regexp="nonce=.47ebe0" search_in="hdr" header="Proxy-Authorization:" check_it="true" assign_to="a"/></action></recv><nop><action><log message="[$a]"/></action></nop>'
    const { desk, peer } = await against([
      recv('INVITE'),
      answer('407 Proxy Authentication Required', { extra: sha + challenge }),
      recv('ACK'),
      signed,
      ringing,
      accepted,
      recv('ACK'),
      ...ended,
    ])
    const leg = desk.dial('+4930901899')
    await desk.report('answered')
    expect(desk.answers.map(([code]) => code)).toEqual([407, 180, 200])
    expect(desk.agreed(leg)).toMatchObject({
      law: 'PCMU',
      digitsType: 101,
      remote: { address: '127.0.0.1', port: peer.media },
    })
    desk.sip.send({ type: 'hang_up', legId: leg })
    await desk.report('ended')
    await peer.passed()
  })

  it('an INVITE that is lost is sent again', async () => {
    const { desk, peer, edge } = await against([recv('INVITE'), answer('486 Busy Here'), recv('ACK')])
    let lost = 0
    edge.loses = text => /^INVITE/.test(text) && ++lost <= 2
    desk.dial('+4930901899')
    expect(await desk.report('ended')).toMatchObject({ cause: 'busy' })
    await peer.passed()
    expect(new Set(edge.seen.filter(text => /^INVITE/.test(text))).size).toBe(1)
  })

  it('a carrier that says nothing has failed, and nobody counts as rung', async () => {
    const { desk, edge } = await against([recv('INVITE')], {})
    edge.loses = text => /^INVITE/.test(text)
    desk.dial('+4930901899', { ringMs: 1000 })
    expect(await desk.report('ended')).toMatchObject({ cause: 'carrier_failed' })
    desk.hurry(10)
    desk.dial('+4930901898')
    await desk.until('the INVITE given up', () => desk.reports.length === 2)
    expect(desk.reports[1]).toMatchObject({ cause: 'carrier_failed' })
    expect(desk.answers).toEqual([[0, 'No answer.']])
  })
})

describe('how a call that is not answered ends', () => {
  it.each([
    ['486 Busy Here', 'busy'],
    ['600 Busy Everywhere', 'busy'],
    ['480 Temporarily Unavailable', 'no_answer'],
    ['408 Request Timeout', 'no_answer'],
    ['603 Decline', 'declined'],
    ['404 Not Found', 'unreachable'],
    ['410 Gone', 'unreachable'],
    ['484 Address Incomplete', 'unreachable'],
    ['604 Does Not Exist Anywhere', 'unreachable'],
    ['403 Forbidden', 'carrier_failed'],
    ['488 Not Acceptable Here', 'carrier_failed'],
    ['500 Server Internal Error', 'carrier_failed'],
  ])('%s is reported as %s', async (status, cause) => {
    const { desk, peer } = await against([recv('INVITE'), answer(status), recv('ACK')])
    desk.dial('+4930901899')
    expect(await desk.report('ended')).toMatchObject({ cause, talkedMs: 0, recorded: false })
    await peer.passed()
  })

  it('503 is want of lines, and no call is placed for as long as the carrier says', async () => {
    const { desk, peer } = await against([
      recv('INVITE'),
      answer('503 Service Unavailable', { extra: 'Retry-After: 30\n' }),
      recv('ACK'),
    ])
    await desk.report('no_capacity', desk.dial('+4930901899'))
    await peer.passed()
    await desk.report('no_capacity', desk.dial('+4930901899'))
    expect(desk.answers.filter(([code]) => code > 0)).toHaveLength(1)
  })

  it('a password that the carrier refuses is a failure of the carrier', async () => {
    const challenge = 'WWW-Authenticate: Digest realm="trunk.test", nonce="1"\n'
    const refusal = [recv('INVITE'), answer('401 Unauthorized', { extra: challenge }), recv('ACK')]
    const { desk, peer } = await against([...refusal, ...refusal])
    desk.dial('+4930901899')
    expect(await desk.report('ended')).toMatchObject({ cause: 'carrier_failed' })
    await peer.passed()
  })

  it('when the ringing time is over the call is taken back', async () => {
    const { desk, peer } = await against([numbered, ringing, recv('CANCEL'), answer('200 OK'), terminated, recv('ACK')])
    desk.dial('+4930901899', { ringMs: 1500 })
    expect(await desk.report('ended')).toMatchObject({ cause: 'no_answer' })
    await peer.passed()
  })

  it('an answer that crosses our taking back is acknowledged and hung up', async () => {
    const late = answer('200 OK', { body: sound() }).replace('[last_CSeq:]', 'CSeq: [$number] INVITE')
    const { desk, peer } = await against([
      numbered,
      ringing,
      recv('CANCEL'),
      answer('200 OK'),
      late,
      recv('ACK'),
      ...ended,
    ])
    const leg = desk.dial('+4930901899')
    await desk.report('ringing')
    desk.sip.send({ type: 'hang_up', legId: leg })
    expect(await desk.report('ended')).toMatchObject({ cause: 'hung_up', talkedMs: 0 })
    await peer.passed()
  })

  it('a redirection to the same trunk is followed, one to elsewhere is not', async () => {
    const { desk, peer } = await against([
      recv('INVITE'),
      answer('302 Moved Temporarily', {}).replace('Contact: <sip:peer@', 'Contact: <sip:other@'),
      recv('ACK'),
      recv('INVITE'),
      accepted,
      recv('ACK'),
      ...ended,
    ])
    const leg = desk.dial('+4930901899')
    await desk.report('answered')
    desk.sip.send({ type: 'hang_up', legId: leg })
    await peer.passed()
    const elsewhere = await against([
      recv('INVITE'),
      answer('302 Moved Temporarily').replace(/Contact: .*/, 'Contact: <sip:peer@203.0.113.9>'),
      recv('ACK'),
    ])
    elsewhere.desk.dial('+4930901899')
    expect(await elsewhere.desk.report('ended')).toMatchObject({ cause: 'unreachable' })
  })
})

describe('a call at a carrier', () => {
  it('sound before the answer is heard, and provisional answers are acknowledged when the carrier wants it', async () => {
    const early = answer('183 Session Progress', { body: sound('8 101'), extra: 'Require: 100rel\nRSeq: 7\n' })
    const prack =
      '<recv request="PRACK"><action><ereg regexp="7 [0-9]+ INVITE" search_in="hdr" header="RAck:" check_it="true" assign_to="a"/></action></recv><nop><action><log message="[$a]"/></action></nop>'
    const final = answer('200 OK', { body: sound('8 101') })
      .replace('[last_CSeq:]', 'CSeq: [$number] INVITE')
      .replace('[last_Via:]', 'Via: [$via]')
      .replace('[last_To:];tag=theirs[call_number]', '[last_To:]')
    const { desk, peer } = await against([numbered, early, prack, ok(), final, recv('ACK'), ...ended])
    const leg = desk.dial('+4930901899')
    await desk.report('ringing')
    await desk.until('early sound', () => desk.agreed(leg)?.law === 'PCMA')
    await desk.report('answered')
    desk.sip.send({ type: 'hang_up', legId: leg })
    await peer.passed()
  })

  it('the other side holds the call and takes it back, and hangs up', async () => {
    const type = 'Content-Type: application/sdp\n'
    const { desk, peer } = await against([
      invite,
      accepted,
      recv('ACK'),
      ask('INVITE', 1, type, sound('0 101', 'a=sendonly\n')),
      answered(100, 'optional="true"'),
      answered(200),
      ask('ACK', 1),
      ask('UPDATE', 2, type, sound('0 101')),
      answered(200),
      ask('REFER', 3, 'Refer-To: <sip:x@127.0.0.1>\n'),
      answered(603),
      ask('INFO', 4, 'Content-Type: application/dtmf-relay\n', 'Signal=5\nDuration=160\n'),
      answered(200),
      ask('BYE', 5),
      answered(200),
    ])
    const leg = desk.dial('+4930901899')
    expect(await desk.report('ended')).toMatchObject({ cause: 'remote_hang_up' })
    await peer.passed()
    expect(desk.of(leg)).toEqual(['answered', 'digit', 'ended'])
    expect(desk.agreedOf(leg).map(({ sends, hears }) => [sends, hears])).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ])
  })

  it('a line without any sound for long ends as broken', async () => {
    const { desk, peer } = await against([recv('INVITE'), accepted, recv('ACK'), ...ended])
    const leg = desk.dial('+4930901899')
    await desk.report('answered')
    desk.sip.onSound({ type: 'no_sound', legId: leg, forMs: 29_900 })
    expect(await desk.report('ended')).toMatchObject({ cause: 'line_error' })
    await peer.passed()
  })

  it('a session that has to be refreshed is refreshed', async () => {
    const { desk, peer } = await against(
      [
        invite,
        answer('200 OK', {
          body: sound(),
          extra: 'Session-Expires: 90;refresher=uac\nRequire: timer\nAllow: UPDATE\n',
        }),
        recv('ACK'),
        recv('UPDATE'),
        ok('200 OK', 'Session-Expires: 90;refresher=uac\n'),
        ask('BYE', 1),
        answered(200),
      ],
      {},
      100,
    )
    desk.dial('+4930901899', { ringMs: 3_000_000 })
    expect(await desk.report('ended')).toMatchObject({ cause: 'remote_hang_up' })
    await peer.passed()
  })

  it.each([
    ['200 OK', 'transferred'],
    ['486 Busy Here', null],
  ])('a transfer whose target answers %s', async (status, cause) => {
    const news = (fragment: string, number: number, state: string) =>
      ask(
        'NOTIFY',
        number,
        `Event: refer\nSubscription-State: ${state}\nContent-Type: message/sipfrag\n`,
        `SIP/2.0 ${fragment}\n`,
      )
    const { desk, peer } = await against([
      invite,
      accepted,
      recv('ACK'),
      recv('REFER'),
      ok('202 Accepted'),
      news('100 Trying', 1, 'active'),
      answered(200),
      news(status, 2, 'terminated'),
      answered(200),
      ...ended,
    ])
    const leg = desk.dial('+4930901899')
    await desk.report('answered')
    desk.sip.send({ type: 'transfer', legId: leg, to: '+4930901877' })
    if (cause === null) {
      expect((await desk.report('transfer_failed')).why).toBe('the call to +4930901877 failed (486 Busy Here)')
      expect([...(await desk.sip.legs())]).toEqual([leg])
      desk.sip.send({ type: 'hang_up', legId: leg })
    }
    expect(await desk.report('ended')).toMatchObject({ cause: cause ?? 'hung_up' })
    await peer.passed()
  })
})
