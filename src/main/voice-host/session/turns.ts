import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web'
import { inference, voice } from '@livekit/agents'
import { predict } from '@livekit/local-inference'
import { AudioFrame } from '@livekit/rtc-node'
import type { SoundSettings } from '../../ports/brief'
import type { Log } from '../../ports/system'
import type { Ears } from './ears'
import type { Mouth } from './mouth'
import { loadNoiseFilter, NoiseFilter } from './noise'
import type { Speaking } from './speaker'
import { RATE } from './speech/speech'

export interface TurnsListener {
  /** The other side has begun to speak, and has paused, so many ms ago. */
  speechBegan(ago: number): void
  speechPaused(ago: number): void
  /** The other side has finished and waits for an answer. */
  turn(text: string): void
  /** The other side has said something while the assistant may not be interrupted. */
  aside(text: string): void
  /** Turn taking does not work any more. */
  failed(why: string): void
}

/** What is being said. */
export interface Say {
  /** Resolves when nothing more of it is sent. */
  done: Promise<{ interrupted: boolean }>
  /** Stops it at once. */
  stop(): void
}

/** Speech that is shorter than this is a cough or a click, ms. */
const MIN_SPEECH = 50
/** How long a sound that was no word stops the assistant, ms. */
const FALSE_ALARM = 1200
/** How many frames of 20 ms are kept until turn taking is ready: 5 s. */
const EARLY = 250
/** A stream of words may wait for a model or a tool. Those have limits of their own, ms. */
const NO_LIMIT = 24 * 60 * 60 * 1000

/**
 * How long speech must go on to interrupt, ms: 120 at the usual sensitivity of 0.5, and 480 at 0. LiveKit needs about 100 ms
 * more to see that it is speech at all.
 */
export const interruptAfter = (sensitivity: number) => Math.round(480 / (1 + 2 * sensitivity) ** 2)

/** How long a pause ends a turn, ms: 500 at the usual sensitivity of 0.5, 1000 at 0 and 90 at 5. */
export const pauseOf = (sensitivity: number) => Math.round(1000 / (1 + 2 * sensitivity))

/** The longest pause of somebody who, by the sound of the words, has not finished, ms. */
const LONGEST_PAUSE = 2500

/** Runs the model that hears by the sound of words whether a turn is over. It came with LiveKit and may only be used with it. */
const executor = {
  async doInference(_model: string, { pcm }: { pcm: string }) {
    const began = performance.now()
    const bytes = Buffer.from(pcm, 'base64')
    const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)))
    const probability = await predict(samples)
    return { probability, inferenceDurationMs: performance.now() - began }
  },
}

class Input extends voice.AudioInput {
  private out!: ReadableStreamDefaultController<AudioFrame>
  constructor() {
    super()
    this.multiStream.addInputStream(
      new ReadableStream<AudioFrame>({
        start: out => {
          this.out = out
        },
      }),
    )
  }
  push(pcm: Int16Array) {
    this.out.enqueue(new AudioFrame(pcm, RATE, 1, pcm.length))
  }
  override async close() {
    this.out.close()
    await super.close()
  }
}

class Callee extends voice.Agent {
  constructor(private readonly onTurn: (text: string) => void) {
    super({ instructions: '' })
  }
  override async onUserTurnCompleted(_: unknown, message: { textContent?: string }) {
    this.onTurn(message.textContent ?? '')
    throw new voice.StopResponse()
  }
}

/**
 * Says whose turn it is on a leg: who speaks, when the other side has finished, and when it interrupts. It is LiveKit's
 * AgentSession without its server and without its models: the answers are made by the conversation.
 */
export class Turns {
  private readonly input = new Input()
  private readonly session: voice.AgentSession
  private readonly agent: voice.Agent
  private isOpen = false
  private readonly early: Int16Array[] = []
  private noise: NoiseFilter | null = null
  private canInterrupt = true

  constructor(
    ears: Ears,
    private readonly mouth: Mouth,
    private readonly sound: Pick<SoundSettings, 'endpoint' | 'interrupt' | 'noiseCancellation'>,
    private readonly log: Log,
    listener: TurnsListener,
  ) {
    const { endpoint, interrupt } = sound
    const pause = pauseOf(endpoint.sensitivity)
    const silence = Math.min(250, Math.max(100, pause))
    this.agent = new Callee(text => listener.turn(text))
    this.session = new voice.AgentSession({
      stt: ears,
      vad: new inference.VAD({ minSpeechDuration: MIN_SPEECH, minSilenceDuration: silence }),
      // A telephone has no echo of ours that would have to be learned first.
      aecWarmupDuration: null,
      userAwayTimeout: null,
      forwardAudioIdleTimeout: NO_LIMIT,
      turnHandling: {
        turnDetection: endpoint.by === 'ai' ? new inference.TurnDetector({ version: 'v1-mini', executor }) : 'vad',
        endpointing: { minDelay: pause, maxDelay: Math.max(pause, LONGEST_PAUSE) },
        interruption: {
          mode: 'vad',
          minDuration: interruptAfter(interrupt.sensitivity),
          minWords: interrupt.words ?? 0,
          falseInterruptionTimeout: FALSE_ALARM,
          resumeFalseInterruption: true,
          // What is said meanwhile is answered afterwards.
          discardAudioIfUninterruptible: false,
        },
        preemptiveGeneration: { enabled: false },
      },
    })
    this.session.input.audio = this.input
    this.session.output.audio = mouth
    const { AgentSessionEventTypes: Events } = voice
    this.session.on(Events.UserStateChanged, ({ newState }) => {
      if (newState === 'speaking') {
        ears.began()
        return listener.speechBegan(MIN_SPEECH)
      }
      if (newState !== 'listening') return
      ears.paused()
      listener.speechPaused(silence)
    })
    this.session.on(Events.UserInputTranscribed, ({ transcript, isFinal }) => {
      if (isFinal && !this.canInterrupt) listener.aside(transcript)
    })
    this.session.on(Events.Error, ({ error }) => listener.failed(String(Object(Object(error).error).message ?? error)))
    this.session.on(Events.Close, ({ error }) => {
      if (error && this.isOpen) listener.failed(String(Object(Object(error).error).message ?? error))
    })
  }

  async open(): Promise<void> {
    if (this.sound.noiseCancellation)
      try {
        this.noise = new NoiseFilter(await loadNoiseFilter())
      } catch (error) {
        // The conversation works without it.
        this.log.error({ err: error }, 'noise cannot be filtered')
      }
    await this.session.start({ agent: this.agent, record: false })
    this.isOpen = true
    for (const pcm of this.early.splice(0)) this.hear(pcm)
  }

  /** 20 ms of 8 kHz sound of the other side. What comes before turn taking is ready is kept. */
  hear(pcm: Int16Array) {
    if (this.isOpen) this.input.push(this.noise?.filter(pcm) ?? pcm)
    else if (this.early.length < EARLY) this.early.push(pcm)
  }

  say({ sound }: Pick<Speaking, 'sound'>, isInterruptible: boolean): Say {
    this.canInterrupt = isInterruptible
    const handle = this.session.say('', { audio: sound, allowInterruptions: isInterruptible, addToChatCtx: false })
    const done = handle.waitForPlayout().then(() => {
      this.canInterrupt = true
      return { interrupted: handle.interrupted }
    })
    return { done, stop: () => void handle.interrupt(true) }
  }

  /** The leg has ended. */
  async close(): Promise<void> {
    this.isOpen = false
    this.noise?.close()
    this.mouth.hangUp()
    await this.session.close()
    await this.input.close()
  }
}
