import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'

/**
 * The edge of a carrier over UDP: answers OPTIONS itself, so that a scenario behind it has to do with calls only, and loses
 * what `loses` says.
 */
export async function relay() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  let desk: RemoteInfo | undefined
  const seen: string[] = []
  const relay = {
    /** The port of who is behind it. */
    to: 0,
    address: `127.0.0.1:${socket.address().port}`,
    /** All that came from us, in order. */
    seen,
    loses: (_text: string) => false,
    stop: () => new Promise<void>(done => socket.close(done)),
  }
  socket.on('message', (bytes, from) => {
    const text = bytes.toString()
    if (from.port === relay.to) return desk && socket.send(bytes, desk.port, desk.address)
    desk = from
    seen.push(text)
    if (relay.loses(text) || text.trim() === '') return
    if (!text.startsWith('OPTIONS')) return socket.send(bytes, relay.to, '127.0.0.1')
    const kept = text.split('\r\n').filter(line => /^(via|from|to|call-id|cseq):/i.test(line))
    socket.send(['SIP/2.0 200 OK', ...kept, 'Content-Length: 0', '', ''].join('\r\n'), from.port, from.address)
  })
  return relay
}
