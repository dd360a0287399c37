// Real sound: many legs between two threads on this machine, in G.711, heard and recorded by nobody, then encrypted. The
// important numbers are how late packets are sent, and how much of a core a thread takes, against bare sockets.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createMedia } from '../src/main/voice-host/media/create-media'
import type { SrtpKeys } from '../src/main/voice-host/media/media'
import { note } from './ratios'
import { printTable, whole } from './support'

const LEGS = 200
const SECONDS = 10
/** How late 99 of 100 packets may be, ms. */
const AIM_MS = 5
const here = '127.0.0.1'

interface Result {
  /** Of one core, 0 to 1. */
  cpu: number
  p99LateMs: number
  /** Of the packets that should have come, 0 to 1. */
  lost: number
}

export async function benchVoice(): Promise<void> {
  const bare = await runBare()
  const plain = await run(null)
  const encrypted = await run(randomBytes(30))
  console.log(`voice: ${LEGS} legs between two threads, for ${SECONDS} s; what one of the two takes\n`)
  const row = (name: string, of: (result: Result) => number, digits: number, unit: string) => [
    name,
    ...[bare, plain, encrypted].map(result => of(result).toFixed(digits) + unit),
    `${(of(plain) / of(bare)).toFixed(2)} x`,
  ]
  printTable([
    ['', 'bare sockets', 'sound', 'encrypted', 'sound of bare'],
    row('of one core', ({ cpu }) => cpu * 100, 0, ' %'),
    row('legs a core could carry', ({ cpu }) => LEGS / cpu, 0, ''),
    row('a packet is late, p99', ({ p99LateMs }) => p99LateMs, 1, ' ms'),
  ])
  console.log(`\n  Of ${whole((LEGS * SECONDS * 1000) / 20)} packets ${(plain.lost * 100).toFixed(2)} % were lost.\n`)
  note('voice: CPU of 200 legs, of bare sockets', plain.cpu / bare.cpu, 'less')
  note('voice: CPU of encrypted legs, of plain ones', encrypted.cpu / plain.cpu, 'less')
  note('voice: p99 lateness of a packet, of 5 ms', plain.p99LateMs / AIM_MS, 'less', 1)
  note('voice: p99 lateness of an encrypted packet, of 5 ms', encrypted.p99LateMs / AIM_MS, 'less', 1)
}

/** The share of a core that a thread takes while it runs for some seconds. */
async function cpuOf(thread: Worker, warm: () => Promise<unknown>): Promise<number> {
  // Opening so many legs at once is no everyday work.
  await sleep(2000)
  await warm()
  const before = await thread.cpuUsage()
  const { user, system } = await sleep(SECONDS * 1000).then(() => thread.cpuUsage(before))
  return (user + system) / (SECONDS * 1e6)
}

async function runBare(): Promise<Result> {
  const ends = [1, 2].map(() => new Worker(join(process.cwd(), 'bench/voice-bare.ts'), { execArgv: [] }))
  const ask = async (end: Worker, order: unknown) => {
    end.postMessage(order)
    return (await once(end, 'message'))[0]
  }
  const [a, b] = (await Promise.all(ends.map(end => ask(end, { open: LEGS })))) as [number[], number[]]
  ends[0]!.postMessage({ send: b })
  ends[1]!.postMessage({ send: a })
  const cpu = await cpuOf(ends[0]!, () => ask(ends[0]!, 'stats'))
  const { p99LateMs } = (await ask(ends[0]!, 'stats')) as { p99LateMs: number }
  await Promise.all(ends.map(end => end.terminate()))
  return { cpu, p99LateMs, lost: 0 }
}

/** `key`: of both ways; null: not encrypted. */
async function run(key: Uint8Array | null): Promise<Result> {
  const srtp: SrtpKeys | null = key && { suite: 'AES_CM_128_HMAC_SHA1_80', local: key, remote: key }
  const threads: Worker[] = []
  const ends = [1, 2].map(() =>
    createMedia({
      report: () => {},
      onLost: reason => console.log(reason),
      startThread: options => {
        const thread = new Worker(join(process.cwd(), 'src/main/voice-host/media/worker.ts'), options)
        threads.push(thread)
        return thread
      },
    }),
  )
  // Noise, so that nothing is as easy as silence.
  const sound = new Int16Array(randomBytes((SECONDS + 3) * 16_000).buffer).map(sample => sample / 4)
  for (let i = 0; i < LEGS; i++) {
    const ports = await Promise.all(ends.map(end => end.open(`${i}`, { address: here, ports: [0, 0] })))
    ends.forEach((end, side) => {
      const remote = { address: here, port: ports[1 - side]! }
      end.connect(`${i}`, { law: 'PCMU', digitsType: 101, remote, sends: true, hears: true, srtp })
      // Only the end that is measured: on two cores all of it would share with the one that gets the frames.
      if (side === 0) end.listen(`${i}`, true)
      end.play(`${i}`, sound)
    })
  }
  const cpu = await cpuOf(threads[0]!, () => ends[0]!.load())
  const { p99Ms: p99LateMs } = await ends[0]!.load()
  const { stats } = await ends[0]!.close('0')
  await Promise.all(ends.map(end => end.stop()))
  return { cpu, p99LateMs, lost: stats.lost / (stats.lost + stats.received) }
}
