import { voice } from '@livekit/agents'
import type { AudioFrame } from '@livekit/rtc-node'
import type { Media } from '../media/media'
import { RATE } from './speech/speech'
import type { Utterance } from './utterance'

/** A piece of sound that was given to the line, until the line says that it was sent. */
interface Piece {
  mark: string
  pcm: Int16Array
  isSent: boolean
}

/**
 * The sound output of LiveKit's session on a leg. What is given to it is sent by the line in its own time; the line says by
 * marks how far it is. One utterance is spoken at a time.
 */
export class Mouth extends voice.AudioOutput {
  private pieces: Piece[] = []
  private utterance: Utterance | null = null
  /** All of the utterance was given. */
  private isWhole = false
  private isPaused = false
  private lastMark = 0

  constructor(
    private readonly legId: string,
    private readonly media: Pick<Media, 'play' | 'clear'>,
    private readonly now: () => number,
  ) {
    super(RATE, undefined, { pause: true })
  }

  override async captureFrame(frame: AudioFrame): Promise<void> {
    await super.captureFrame(frame)
    if (!this.utterance) {
      this.utterance = frame.userdata.utterance as Utterance
      this.isWhole = false
    }
    const piece = { mark: `said-${++this.lastMark}`, pcm: frame.data, isSent: false }
    this.pieces.push(piece)
    if (!this.isPaused) this.send(piece)
  }

  private send({ pcm, mark }: Piece) {
    const { utterance } = this
    if (utterance && utterance.from === null) {
      utterance.from = this.now()
      this.onPlaybackStarted(Date.now())
    }
    this.media.play(this.legId, pcm, mark)
  }

  /** The line has sent a piece to its end. */
  played(mark: string) {
    const piece = this.pieces.find(one => one.mark === mark)
    if (!piece) return
    piece.isSent = true
    this.finishIfSent()
  }

  override flush() {
    super.flush()
    this.isWhole = true
    this.finishIfSent()
  }

  private finishIfSent() {
    if (this.utterance && this.isWhole && !this.isPaused && this.pieces.every(piece => piece.isSent))
      this.finish(lengthOf(this.pieces), false)
  }

  override clearBuffer() {
    if (!this.utterance) return
    const given = this.pieces
    // Nothing more of it is expected; marks that come late are of no use.
    this.pieces = []
    const sent = lengthOf(given.filter(piece => piece.isSent))
    const whole = lengthOf(given)
    const { isPaused } = this
    this.isPaused = false
    if (isPaused) return this.finish(sent, true)
    this.media.clear(this.legId).then(
      ({ droppedMs }) => this.finish(Math.max(sent, whole - droppedMs), true),
      // The leg has ended.
      () => this.finish(sent, true),
    )
  }

  /** Stops for a moment: the other side made a sound, and it is not known yet whether it wants to speak. */
  override pause() {
    if (this.isPaused) return
    this.isPaused = true
    if (this.utterance) void this.media.clear(this.legId).catch(() => {})
  }

  override resume() {
    if (!this.isPaused) return
    this.isPaused = false
    for (const piece of this.pieces) if (!piece.isSent) this.send(piece)
    this.finishIfSent()
  }

  /** The leg has ended: nothing more is sent. */
  hangUp() {
    if (this.utterance) this.finish(lengthOf(this.pieces.filter(piece => piece.isSent)), true)
  }

  private finish(playedMs: number, interrupted: boolean) {
    const { utterance } = this
    if (!utterance) return
    this.utterance = null
    this.pieces = []
    utterance.ended(playedMs, this.now())
    this.onPlaybackFinished({ playbackPosition: playedMs / 1000, interrupted })
  }
}

const lengthOf = (pieces: readonly Piece[]) => pieces.reduce((ms, { pcm }) => ms + (pcm.length * 1000) / RATE, 0)
