import type { EndCause } from '../../ports/carrier'
import type { Said, TextLeg } from '../../ports/engine'
import type { Clock } from '../../ports/system'
import { calleeFor } from './callee'
import { chance, type Fate } from './fates'
import { LegClock } from './leg-clock'
import type { Act, Callee } from './person'
import type { Topic } from './questions'
import type { Utterance } from './recording'

export interface LegOptions {
  /** The number of the other side. */
  to: string
  /** The other side calls us, and waits for an answer. */
  incoming?: boolean
  fate: Fate
  ringMs: number
  seed: number
  deskClock: Clock
  /** What a person on the other side may ask about. */
  topics: () => readonly Topic[]
  onRinging: () => void
  /** `at`: when, by the leg's clock. */
  onAnswered: (at: number) => void
  /** Called once. `utterances`: who said what and when, in milliseconds from the answer. */
  onEnded: (cause: EndCause, talkedMs: number, utterances: Utterance[]) => void
}

/** How long it takes to connect a call that comes in, ms. */
const CONNECTING = 400
/** After how long a caller with the fate no_answer hangs up, ms. */
const BEFORE_ANSWER = 200

/** How long a sentence takes to say, ms: fifteen characters a second. */
const speakingTime = (text: string) => 400 + text.length * 66

/** One simulated call. It carries text with durations in place of sound. */
export class SimulatedLeg implements TextLeg {
  readonly clock: LegClock
  private readonly callee: Callee
  private readonly random: () => number
  private readonly utterances: Utterance[] = []
  private answeredAt: number | null = null
  private ended = false
  private heardListener: (heard: Said) => void = () => {}
  private speechListener: () => void = () => {}
  /** The sentence that the assistant speaks now. */
  private speaking: {
    text: string
    from: number
    interruptible: boolean
    stop: () => void
    done: (said: Said) => void
  } | null = null
  /** The sentence that the other side speaks now. */
  private talking: { text: string; from: number } | null = null
  private cancelAct: (() => void) | undefined
  private resume: (() => void) | undefined

  constructor(private readonly options: LegOptions) {
    this.clock = new LegClock(options.deskClock)
    this.random = chance(options.to, options.seed)
    const { topics, incoming } = options
    this.callee = calleeFor(options.fate, { random: this.random, topics, calls: incoming })
    if (options.incoming) this.awaitPickUp()
    else if (options.fate === 'carrier_fails') this.after(500, () => this.end('carrier_failed'))
    else this.after(700, () => this.ring())
  }

  /**
   * A call that comes in waits for `pickUp`. The leg's clock is paused, so that asking a webhook first costs no time.
   */
  private awaitPickUp() {
    if (this.options.fate === 'no_answer') return this.after(BEFORE_ANSWER, () => this.giveUp())
    this.resume = this.clock.pause()
    this.after(this.options.ringMs, () => this.giveUp())
  }

  /** Answers a call that came in. It is connected after a moment. */
  pickUp() {
    // Set while the clock is paused, so that it begins at the moment of the pause.
    this.after(CONNECTING, () => {
      if (!this.ended && this.answeredAt === null) this.answer()
    })
    this.resume?.()
  }

  /** The caller hangs up, because nobody answered in time. */
  private giveUp() {
    if (this.answeredAt === null) this.end('remote_hang_up')
  }

  private ring() {
    this.options.onRinging()
    const { fate, ringMs } = this.options
    if (fate === 'busy') return this.after(800, () => this.end('busy'))
    if (fate === 'unreachable') return this.after(600, () => this.end('unreachable'))
    if (fate === 'no_answer') return this.after(ringMs, () => this.end('no_answer'))
    this.after(Math.min(2000 + this.random() * 6000, ringMs * 0.8), () => this.answer())
  }

  private answer() {
    this.answeredAt = this.clock.now()
    this.options.onAnswered(this.answeredAt)
    this.act(this.callee.pickUp())
  }

  /** Schedules the next act of the other side. It replaces the one that was scheduled. */
  private act(act: Act) {
    this.cancelAct?.()
    this.cancelAct = undefined
    this.breakOff()
    if (!act || this.ended) return
    this.cancelAct = this.clock.setTimer(this.clock.now() + act.after, () => {
      if (act.onlyInSilence && this.speaking) return
      if ('hangUp' in act) this.end('remote_hang_up')
      else this.talk(act.say)
    })
  }

  /** The other side speaks. It interrupts the assistant if it may, else it tries again a moment later. */
  private talk(text: string) {
    if (this.speaking && !this.speaking.interruptible) {
      this.act({ after: 300, say: text })
      return
    }
    this.interrupt()
    const from = this.clock.now()
    this.talking = { text, from }
    this.speechListener()
    this.cancelAct = this.clock.setTimer(from + speakingTime(text), () => {
      this.cancelAct = undefined
      this.talking = null
      const heard = { text, from, to: this.clock.now(), interrupted: false }
      this.record('human', text, heard)
      this.act(this.callee.spoke())
      this.heardListener(heard)
    })
  }

  /** The assistant speaks. `done` is called at the end, or when the other side interrupts. */
  say(text: string, interruptible: boolean, done: (said: Said) => void) {
    if (this.ended) return
    const from = this.clock.now()
    const stop = this.clock.setTimer(from + speakingTime(text), () => {
      this.speaking = null
      const said = { text, from, to: this.clock.now(), interrupted: false }
      this.record('bot', text, said)
      this.act(this.callee.heard(text))
      done(said)
    })
    this.speaking = { text, from, interruptible, stop, done }
  }

  /** Ends the sentence of the assistant. Only the words until now count as said. */
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
    this.record('bot', speaking.text, said)
    speaking.done(said)
  }

  /** The other side stops in the middle of its sentence, if it speaks. */
  private breakOff() {
    const { talking } = this
    this.talking = null
    if (talking) this.record('human', talking.text, { from: talking.from, to: this.clock.now() })
  }

  /** Adds a sentence to the utterances, which become the recording. `text`: the whole sentence, also when it broke off. */
  private record(side: Utterance['side'], text: string, { from, to }: Pick<Said, 'from' | 'to'>) {
    const zero = this.answeredAt!
    this.utterances.push({ side, text, from: from - zero, to: to - zero, wholeMs: speakingTime(text) })
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

  /** Ends the leg and reports it. Does nothing when it has ended. */
  end(cause: EndCause) {
    if (this.ended) return
    // Set first: interrupt() reports the sentence that breaks off, and the listener may call end() again.
    this.ended = true
    this.interrupt()
    this.breakOff()
    this.clock.clear()
    const talkedMs = this.answeredAt === null ? 0 : this.clock.now() - this.answeredAt
    this.options.onEnded(cause, talkedMs, this.utterances)
  }

  /** Ends the leg without a report, because the service stops. */
  drop() {
    this.ended = true
    this.clock.clear()
  }

  private after(ms: number, work: () => void) {
    this.clock.setTimer(this.clock.now() + Math.round(ms), work)
  }
}
