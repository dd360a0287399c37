// The baseline of the benchmark of real sound: a thread that sends a packet on each socket every 20 ms and counts what comes
// in, without decoding, encoding or a jitter buffer.
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'

const here = '127.0.0.1'
const sockets: Socket[] = []
let lateness: number[] = []
let received = 0

async function open(count: number) {
  for (let i = 0; i < count; i++) {
    const socket = createSocket({ type: 'udp4', lookup: (host, _options, found) => found(null, host, 4) })
    socket.on('message', () => received++)
    const listening = once(socket, 'listening')
    socket.bind(0, here)
    await listening
    sockets.push(socket)
  }
  return sockets.map(socket => socket.address().port)
}

function send(ports: number[]) {
  const packet = Buffer.alloc(172)
  let due = performance.now() + 20
  const tick = () => {
    lateness.push(performance.now() - due)
    sockets.forEach((socket, i) => {
      socket.send(packet, ports[i]!, here, () => {})
    })
    due += 20
    setTimeout(tick, Math.max(0, due - performance.now()))
  }
  setTimeout(tick, 20)
}

parentPort!.on('message', async (order: { open: number } | { send: number[] } | 'stats') => {
  if (order === 'stats') {
    const sorted = lateness.toSorted((a, b) => a - b)
    parentPort!.postMessage({ p99LateMs: sorted[Math.floor(sorted.length * 0.99)], received })
    lateness = []
  } else if ('open' in order) parentPort!.postMessage(await open(order.open))
  else send(order.send)
})
