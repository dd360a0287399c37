// Sends the same request again and again over several connections, one request at a time on each, and prints the
// answers a second. It only writes bytes and reads lengths, so that it does not need more than one core.
import { connect, type Socket } from 'node:net'

export interface Load {
  url: string
  method: string
  body?: string
  key: string
  connections: number
  seconds: number
}
export interface Measured {
  perSecond: number
  /** Answers that were not 2xx. */
  refused: number
  /** The share of the time that this process was busy, from 0 to 1. */
  busy: number
}

const { url, method, body = '', key, connections, seconds } = JSON.parse(process.argv[2]!) as Load
const { hostname, port, pathname, search } = new URL(url)
const bytes = Buffer.from(
  `${method} ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
)

let answers = 0
let refused = 0
const since = performance.now()
const cpu = process.cpuUsage()
const sockets = Array.from({ length: connections }, open)

function open(): Socket {
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  let head = ''
  let missing = 0
  socket.on('connect', () => socket.write(bytes))
  socket.on('data', chunk => {
    if (missing > 0) missing -= chunk.length
    else {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!head.startsWith('HTTP/1.1 2')) refused++
      const length = /\r\ncontent-length: (\d+)/i.exec(head)
      if (!length) throw new Error('An answer did not say how long it is.')
      missing = end + 4 + Number(length[1]) - head.length
      head = ''
    }
    if (missing > 0) return
    answers++
    socket.write(bytes)
  })
  socket.on('error', error => {
    console.error(error.message)
    process.exit(1)
  })
  return socket
}

setTimeout(() => {
  const taken = performance.now() - since
  const { user, system } = process.cpuUsage(cpu)
  console.log(JSON.stringify({ perSecond: (answers * 1000) / taken, refused, busy: (user + system) / 1000 / taken }))
  for (const socket of sockets) socket.destroy()
}, seconds * 1000)
