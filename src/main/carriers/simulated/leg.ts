import type { EndCause } from '../../ports/carrier'
import type { Said, TextLeg } from '../../ports/engine'
import type { Clock } from '../../ports/system'
import { type Act, type Callee, calleeFor } from './callee'
import { chance, type Fate } from './fates'
import { LegClock } from './leg-clock'
import type { Utterance } from './recording'

export interface LegOptions {
  /** Whoever is at the other end. */
  to: string
  /** They call us: it waits to be answered. */
  incoming?: boolean
  fate: Fate
  ringMs: number
  seed: number
  deskClock: Clock
  onRinging: () => void
  onAnswered: () => void
  /** Once. `utterances` are what was said, in milliseconds from the answer. */
  onEnded: (cause: EndCause, talkedMs: number, utterances: Utterance[]) => void
}

/** How long it takes until who called hears us, and how soon one who does not wait hangs up. */
const CONNECTING = 400
const BEFORE_ANSWER = 200

/** How long a sentence takes to say, ms: fifteen characters a second. */
const speakingTime = (text: string) => 400 + text.length * 66

/** One simulated call: rings, is answered by somebody, and carries text with durations in place of sound. */
export class SimulatedLeg implements TextLeg {
  readonly clock: LegClock
  private readonly callee: Callee
  private readonly random: () => number
  private readonly utterances: Utterance[] = []
  private answeredAt: number | null = null
  private ended = false
  private heardListener: (heard: Said) => void = () => {}
  private speechListener: () => void = () => {}
  /** What we are saying. */
  private speaking: {
    text: string
    from: number
    interruptible: boolean
    stop: () => void
    done: (said: Said) => void
  } | null = null
  private cancelAct: (() => void) | undefined
  private resume: (() => void) | undefined

  constructor(private readonly is: LegOptions) {
    this.clock = new LegClock(is.deskClock)
    this.random = chance(is.to, is.seed)
    this.callee = calleeFor(is.fate, this.random)
    if (is.incoming) this.comeIn()
    else this.after(700, () => this.ring())
  }

  /** Whoever calls waits for us; the time in which it is asked elsewhere what to say to them is not theirs. */
  private comeIn() {
    if (this.is.fate === 'no_answer') return this.after(BEFORE_ANSWER, () => this.giveUp())
    this.resume = this.clock.pause()
    this.after(this.is.ringMs, () => this.giveUp())
  }

  /** We take a call that came in; the line needs a moment for it. */
  pickUp() {
    this.resume?.()
    this.after(CONNECTING, () => {
      if (!this.ended && this.answeredAt === null) this.answer()
    })
  }

  /** Nobody answered in time. */
  private giveUp() {
    if (this.answeredAt === null) this.end('remote_hang_up')
  }

  private ring() {
    this.is.onRinging()
    const { fate, ringMs } = this.is
    if (fate === 'busy') return this.after(800, () => this.end('busy'))
    if (fate === 'unreachable') return this.after(600, () => this.end('unreachable'))
    if (fate === 'no_answer') return this.after(ringMs, () => this.end('no_answer'))
    this.after(Math.min(2000 + this.random() * 6000, ringMs * 0.8), () => this.answer())
  }

  private answer() {
    this.answeredAt = this.clock.now()
    this.is.onAnswered()
    this.act(this.callee.pickUp())
  }

  /** The other side does what comes next, in place of what it was going to do. */
  private act(act: Act) {
    this.cancelAct?.()
    this.cancelAct = undefined
    if (!act || this.ended) return
    this.cancelAct = this.clock.setTimer(this.clock.now() + act.after, () => {
      if ('hangUp' in act) this.end('remote_hang_up')
      else this.talk(act.say)
    })
  }

  /** The other side speaks. It cuts in where it may, and waits to be let speak where it may not. */
  private talk(text: string) {
    if (this.speaking && !this.speaking.interruptible) {
      this.act({ after: 300, say: text })
      return
    }
    this.interrupt()
    const from = this.clock.now()
    this.speechListener()
    this.cancelAct = this.clock.setTimer(from + speakingTime(text), () => {
      this.cancelAct = undefined
      const heard = { text, from, to: this.clock.now(), interrupted: false }
      this.note('human', heard)
      this.act(this.callee.spoke())
      this.heardListener(heard)
    })
  }

  say(text: string, interruptible: boolean, done: (said: Said) => void) {
    if (this.ended) return
    const from = this.clock.now()
    const stop = this.clock.setTimer(from + speakingTime(text), () => {
      this.speaking = null
      const said = { text, from, to: this.clock.now(), interrupted: false }
      this.note('bot', said)
      this.act(this.callee.heard(text))
      done(said)
    })
    this.speaking = { text, from, interruptible, stop, done }
  }

  /** What was said of the sentence until now is what was said. */
  private interrupt() {
    const { speaking } = this
    if (!speaking) return
    this.speaking = null
    speaking.stop()
    const to = this.clock.now()
    const share = (to - speaking.from) / speakingTime(speaking.text)
    const words = speaking.text.split(' ')
    const text = words.slice(0, Math.max(1, Math.floor(words.length * share))).join(' ')
    const said = { text, from: speaking.from, to, interrupted: true }
    this.note('bot', said)
    speaking.done(said)
  }

  private note(side: Utterance['side'], said: Said) {
    const zero = this.answeredAt!
    this.utterances.push({ side, from: said.from - zero, to: said.to - zero })
  }

  onSpeech(listener: () => void) {
    this.speechListener = listener
  }

  onHeard(listener: (heard: Said) => void) {
    this.heardListener = listener
  }

  pause() {
    return this.clock.pause()
  }

  /** Ends the leg for good, and says so once. */
  end(cause: EndCause) {
    if (this.ended) return
    // First, since what is told of the sentence that breaks off may ask for the end itself.
    this.ended = true
    this.interrupt()
    this.clock.clear()
    const talkedMs = this.answeredAt === null ? 0 : this.clock.now() - this.answeredAt
    this.is.onEnded(cause, talkedMs, this.utterances)
  }

  /** Ends it without a word: the service stops. */
  drop() {
    this.ended = true
    this.clock.clear()
  }

  private after(ms: number, work: () => void) {
    this.clock.setTimer(this.clock.now() + Math.round(ms), work)
  }
}
