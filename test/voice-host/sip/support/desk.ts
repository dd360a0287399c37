import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { CarrierReport } from '../../../../src/main/ports/carrier'
import type { SipSettings, Trunk, TrunkState } from '../../../../src/main/ports/voice-host'
import { wallClock } from '../../../../src/main/system/clocks'
import type { Agreed } from '../../../../src/main/voice-host/media/media'
import { createSip, type Sip, type SipOptions } from '../../../../src/main/voice-host/sip'
import { type NotedMedia, notedMedia } from './media'

/** No DNS: names are found in here only. */
export const noDns = { srv: async () => [], addresses: async () => [] as string[] }

export const trunkOf = (given: Partial<Trunk> & Pick<Trunk, 'address'>): Trunk => ({
  id: 1,
  number: '+4930901820',
  country: 'DE',
  username: null,
  password: null,
  outboundProxy: null,
  transport: 'udp',
  srtp: 'off',
  register: false,
  format: '+e164',
  allowedFrom: [],
  ...given,
})

export const settingsOf = (given: Partial<SipSettings> = {}): SipSettings => ({
  listenAddress: '127.0.0.1',
  listenPort: 0,
  publicAddress: null,
  rtpPorts: [20_000, 40_000],
  ...given,
})

/** A SIP side with everything that it has reported. `until` waits for something to become true, and never for a time. */
export class Desk {
  readonly media: NotedMedia
  readonly reports: CarrierReport[] = []
  readonly states: TrunkState[] = []
  readonly answers: [code: number, phrase: string][] = []
  readonly logged: string[] = []
  readonly sip: Sip
  settings = settingsOf()
  /** Also told of each report. */
  onReport: (report: CarrierReport) => void = () => {}
  private n = 0
  private speed: number
  private readonly waiting = new Set<() => void>()

  /** @param speed how many times as fast as it should each timer fires */
  constructor(options: Partial<SipOptions> = {}, speed = 1) {
    this.speed = speed
    const note = (facts: object, text: string) => this.logged.push(`${text} ${JSON.stringify(facts)}`)
    this.media = notedMedia(
      event => this.sip.onSound(event),
      () => this.look(),
    )
    this.sip = createSip({
      media: this.media,
      log: {
        info: note,
        warn: note,
        error: (facts, text) => note({ ...facts, err: String((facts as { err?: Error }).err?.stack) }, `ERROR ${text}`),
      },
      clock: {
        now: () => wallClock.now(),
        setTimer: (at, fire) => wallClock.setTimer(wallClock.now() + (at - wallClock.now()) / this.speed, fire),
      },
      random: Math.random,
      network: () => 'same',
      dns: noDns,
      // What is waited for an answer stays the same.
      t1: 100 * speed,
      onReport: report => {
        this.reports.push(report)
        this.onReport(report)
        this.look()
      },
      onTrunk: (_, state) => {
        this.states.push(state)
        this.look()
      },
      onAnswer: (_, code, phrase) => {
        this.answers.push([code, phrase])
        this.look()
      },
      ...options,
    })
  }

  private look() {
    for (const wake of this.waiting) wake()
  }

  configure(...trunks: Trunk[]) {
    return this.sip.configure(this.settings, trunks)
  }

  /** Waits until `find` returns something. What it does not find in 15 s is a failure that tells what was reported. */
  async until<T>(what: string, find: () => T | undefined | false | null): Promise<T> {
    const now = find()
    if (now) return now
    return new Promise((resolve, reject) => {
      const wake = () => {
        const found = find()
        if (found) end(() => resolve(found))
      }
      const late = setTimeout(() => {
        const seen = JSON.stringify([this.reports, this.states, this.answers, this.logged], null, 1)
        end(() => reject(new Error(`not in time: ${what}\n${seen}`)))
      }, 15_000)
      const poll = setInterval(wake, 20)
      const end = (then: () => void) => {
        clearTimeout(late)
        clearInterval(poll)
        this.waiting.delete(wake)
        then()
      }
      this.waiting.add(wake)
    })
  }

  report<T extends CarrierReport['type']>(type: T, legId?: string) {
    return this.until(`the report ${type}`, () =>
      this.reports.find(
        (report): report is Extract<CarrierReport, { type: T }> =>
          report.type === type && (legId === undefined || report.legId === legId),
      ),
    )
  }

  status(status: TrunkState['status']) {
    return this.until(`the trunk ${status}`, () => this.states.findLast(state => state.status === status))
  }

  /** What was last agreed on for the sound of a leg. */
  agreed(legId: string): Agreed | undefined {
    return this.media.agreed.get(legId)?.at(-1)
  }

  dial(to: string, given: { ringMs?: number; from?: string | null; recordTo?: string | null; trunkId?: number } = {}) {
    const legId = `00000000-0000-4000-8000-${String(++this.n).padStart(12, '0')}`
    const { ringMs = 30_000, from = null, recordTo = null, trunkId = 1 } = given
    this.sip.send({ type: 'dial', legId, to, from, trunkId, ringMs, recordTo })
    return legId
  }

  /** Timers that are set from now on fire so many times as fast. */
  hurry(speed: number) {
    this.speed = speed
  }

  /** All that was agreed on for the sound of a leg, also of one that has ended. */
  agreedOf(legId: string): readonly Agreed[] {
    return this.media.agreed.get(legId) ?? []
  }

  of(legId: string) {
    return this.reports.filter(report => report.legId === legId).map(report => report.type)
  }
}

/** A port that is free for UDP and TCP, outside of the range that the system gives to others. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    const socket = createSocket('udp4').bind(port, '127.0.0.1')
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await Promise.all([once(socket, 'listening'), once(server, 'listening')]).then(
      () => true,
      () => false,
    )
    await Promise.allSettled([once(socket.close(), 'close'), server.listening ? once(server.close(), 'close') : null])
    if (isFree) return port
  }
}
