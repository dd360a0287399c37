import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { Desk, freePort, settingsOf, trunkOf } from './support/desk'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function socketAt(address = '127.0.0.1'): Promise<{ socket: Socket; port: number; heard: string[] }> {
  const socket = createSocket('udp4').bind(0, address)
  await once(socket, 'listening')
  const heard: string[] = []
  socket.on('message', bytes => heard.push(bytes.toString()))
  stops.push(() => new Promise<void>(done => socket.close(done)))
  return { socket, port: socket.address().port, heard }
}

const invite = (callId: string, to: string, tag = '') =>
  [
    `INVITE sip:+4930901820@127.0.0.1 SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK${callId};rport`,
    'Max-Forwards: 70',
    'From: "Somebody" <sip:+4930901899@127.0.0.1>;tag=a',
    `To: <sip:${to}@127.0.0.1>${tag}`,
    `Call-ID: ${callId}`,
    'CSeq: 1 INVITE',
    'Contact: <sip:peer@127.0.0.1:9>',
    'Session-Expires: 1800;refresher=uac',
    'Record-Route: <sip:127.0.0.1:9;lr>',
    'Content-Type: application/sdp',
    '',
    'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9 RTP/AVP 0 101\r\na=rtpmap:101 telephone-event/8000\r\n',
  ].join('\r\n')

it('ten thousand broken messages from a trunk end nothing: calls go on, and new ones come in', async () => {
  const peer = await socketAt()
  const desk = new Desk()
  desk.settings = settingsOf({ listenPort: await freePort() })
  stops.push(async () => {
    await desk.sip.stop()
    await desk.media.stop()
  })
  const failures: unknown[] = []
  const note = (error: unknown) => failures.push(error)
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
  await desk.configure(trunkOf({ address: `127.0.0.1:${peer.port}` }))
  const send = (text: string) =>
    new Promise<void>(done => peer.socket.send(text, desk.settings.listenPort, '127.0.0.1', () => done()))
  await send(invite('good', '+4930901820'))
  const { legId } = await desk.report('incoming')
  const shapes = ['INVITE', 'BYE', 'UPDATE', 'CANCEL', 'ACK', 'REFER', 'OPTIONS', 'SIP/2.0 200 OK'].map(method => {
    const text = invite('other', '+4930901820', method === 'INVITE' ? '' : ';tag=b')
    return method.startsWith('SIP')
      ? text.replace(/^.*\r\n/, `${method}\r\n`)
      : text.replace('INVITE sip', `${method} sip`).replace('1 INVITE', `1 ${method}`)
  })
  const change = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(4),
    fc.string({ maxLength: 4, unit: 'binary' }),
  )
  const hostile = fc
    .tuple(fc.constantFrom(...shapes), fc.array(change, { minLength: 1, maxLength: 5 }))
    .map(([text, changes]) =>
      changes.reduce((all, [place, cut, put]) => {
        const at = Math.floor(place * all.length)
        return all.slice(0, at) + put + all.slice(at + cut)
      }, text),
    )
  for (const [i, text] of fc.sample(hostile, { numRuns: 10_000, seed: 7 }).entries()) {
    await send(text)
    // So many that the socket's buffer does not overflow.
    if (i % 50 === 0) await new Promise(setImmediate)
  }
  expect((await desk.sip.legs()).has(legId)).toBe(true)
  // The rate of the address has to recover before it is heard again.
  await desk.until('a new call', () => {
    void send(invite(`fresh${desk.reports.length}`, '+4930901820'))
    return desk.reports.some(
      report => report.type === 'incoming' && report.from === '+4930901899' && report.legId !== legId,
    )
  })
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
  expect([failures, desk.logged.filter(line => line.startsWith('ERROR'))]).toEqual([[], []])
  expect(desk.of(legId)).toEqual(['incoming'])
})

it('strangers get no answer at all, neither over UDP nor over TCP', async () => {
  const trunk = await socketAt('127.0.0.2')
  const stranger = await socketAt('127.0.0.3')
  const desk = new Desk()
  desk.settings = settingsOf({ listenPort: await freePort() })
  stops.push(() => desk.sip.stop())
  await desk.configure(trunkOf({ address: `127.0.0.2:${trunk.port}` }))
  stranger.socket.send(invite('stranger', '+4930901820'), desk.settings.listenPort, '127.0.0.1')
  const closed = connect({ host: '127.0.0.1', port: desk.settings.listenPort, localAddress: '127.0.0.3' })
  closed.on('error', () => {})
  let said = ''
  closed.on('data', chunk => (said += chunk))
  await once(closed, 'close')
  // What came later from the trunk was heard and answered, so the stranger's message was not.
  trunk.socket.send(invite('known', '+4930901820'), desk.settings.listenPort, '127.0.0.1')
  await desk.report('incoming')
  await desk.until('an answer', () => trunk.heard.some(text => text.startsWith('SIP/2.0 180')))
  expect([stranger.heard, said, desk.reports.length]).toEqual([[], '', 1])
})
