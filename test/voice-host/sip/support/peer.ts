import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A message that a scripted peer got, with what the tests look at. */
export interface Got {
  text: string
  method: string
  header: (name: string) => string
  /** Answers it. `extra`: whole header lines. */
  answer: (status: string, options?: { extra?: string[]; body?: string; tag?: string; via?: string }) => void
}

/** A SIP side over UDP that does what the test says, message by message. */
export async function scripted(onRequest: (got: Got) => void, address = '127.0.0.1') {
  const socket = createSocket('udp4').bind(0, address)
  await once(socket, 'listening')
  const got: Got[] = []
  socket.on('message', (bytes, from) => {
    const text = bytes.toString()
    if (text.trim() === '') return void peer.pings++
    const lines = text.split('\r\n\r\n')[0]!.split('\r\n')
    const header = (name: string) =>
      lines
        .find(line => line.toLowerCase().startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim() ?? ''
    const answer: Got['answer'] = (status, { extra = [], body = '', tag = 'theirs', via = header('via') } = {}) => {
      const to = header('to')
      const head = [
        `SIP/2.0 ${status}`,
        `Via: ${via}`,
        `From: ${header('from')}`,
        `To: ${/;tag=/.test(to) ? to : `${to};tag=${tag}`}`,
        `Call-ID: ${header('call-id')}`,
        `CSeq: ${header('cseq')}`,
        `Contact: <sip:peer@${address}:${socket.address().port}>`,
        ...extra,
        ...(body ? ['Content-Type: application/sdp'] : []),
        `Content-Length: ${Buffer.byteLength(body)}`,
      ]
      socket.send([...head, '', body].join('\r\n'), from.port, from.address)
    }
    const one = { text, method: text.split(' ')[0]!, header, answer }
    got.push(one)
    onRequest(one)
  })
  const { port } = socket.address()
  const peer = {
    port,
    address: `${address}:${port}`,
    got,
    /** Keep-alives. */
    pings: 0,
    send: (text: string, to: number) => socket.send(text, to, '127.0.0.1'),
    stop: () => new Promise<void>(done => socket.close(done)),
  }
  return peer
}

/** A description of plain sound. */
export const plainSound = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 40000 RTP/AVP 8 101',
  'a=rtpmap:101 telephone-event/8000',
  '',
].join('\r\n')
