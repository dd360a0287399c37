import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'

/** The sockets of a leg: `rtcp` is held, so that nobody else gets it, and not answered. */
export interface Ports {
  rtp: Socket
  rtcp: Socket | null
  port: number
}

/**
 * Takes the ports of a leg: an even one for RTP and the next one for RTCP (RFC 3550, 11), or any for `[0, 0]`. It begins at a
 * place of the range that `chance`, 0 to 1, chooses, so that packets of an old call seldom meet a new one. Rejects when no
 * pair is free.
 */
export async function takePorts(
  address: string | null,
  [from, to]: readonly [number, number],
  chance: number,
): Promise<Ports> {
  if (from === 0) {
    const rtp = await bind(address, 0)
    return { rtp, rtcp: null, port: rtp.address().port }
  }
  const first = from + (from % 2)
  const pairs = Math.max(0, Math.floor((to - first) / 2) + 1)
  const begin = Math.floor(chance * pairs)
  for (let i = 0; i < pairs; i++) {
    const port = first + 2 * ((begin + i) % pairs)
    const rtp = await bindFree(address, port)
    if (!rtp) continue
    if (port === to) return { rtp, rtcp: null, port }
    const rtcp = await bindFree(address, port + 1)
    if (rtcp) return { rtp, rtcp, port }
    rtp.close()
  }
  throw new Error(`no port for sound is free between ${from} and ${to}`)
}

/** Null when somebody else has the port. */
async function bindFree(address: string | null, port: number): Promise<Socket | null> {
  try {
    return await bind(address, port)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
}

function bind(address: string | null, port: number): Promise<Socket> {
  const isSix = address !== null && isIPv6(address)
  const socket = createSocket({
    type: isSix ? 'udp6' : 'udp4',
    // Only addresses are sent to. Without this Node asks its resolver for each packet.
    lookup: (host, _options, found) => found(null, host, isSix ? 6 : 4),
  })
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  socket.once('error', error => {
    socket.close()
    reject(error)
  })
  socket.bind({ port, address: address ?? undefined, exclusive: true }, () => {
    socket.removeAllListeners('error')
    // The network refused a packet, as it may lose one; `no_sound` tells when nothing comes.
    socket.on('error', () => {})
    resolve(socket)
  })
  return promise
}
