import { FRAME, loudness } from './g711.ts'

/** The least that it waits for late packets, in frames: 40 ms. */
const LEAST_WAIT = 2
/** The most, in frames: 200 ms. */
const MOST_WAIT = 10
/** No more sound than this is kept, in frames: 300 ms. What is older is left out. */
const MOST_KEPT = 15
/** After so many frames without a late packet it waits a frame less, when there was time to spare: 10 s. */
const CALM = 500
/** Within so many frames sound that waits longer than it should is noticed: 0.5 s. */
const SPELL = 25
/** So many frames are repeated, and fade, in place of sound that is missing: 60 ms. */
const CONCEALED = 3
/** So many frames a quiet moment is waited for before a frame is left out: 1 s. */
const PATIENCE = 50
/** A frame is quiet below this mean size of its samples: -48 dBFS. */
const QUIET = 128
/** A packet that is further away belongs to a clock that was set anew, in samples: 4 s. */
const FAR = 200 * FRAME
/** After so many late packets in a row the clock was set back. */
const LATE_RUN = 25
/** Samples that can be kept, a power of two. */
const RING = 8192

/**
 * Puts the sound of packets in order and evens out their delays. Packets may have any length; 20 ms are taken out every 20 ms.
 *
 * It plays what comes `wait` frames after the packet that came first. A packet that comes after its turn is left out, and
 * makes it wait longer from then on. When nothing is there it repeats the last frame, fading, and then stands still: packets
 * that were held up are heard where it stopped, and after a silence of the other side or a long loss it begins anew with
 * the next packet. What waits longer than needed is caught up by leaving out frames, quiet ones if there are some.
 */
export class JitterBuffer {
  private readonly ring = new Int16Array(RING)
  private readonly isThere = new Uint8Array(RING)
  /** The time of the next frame, in samples; undefined until something has come. */
  private next: number | undefined
  /** The time after the latest sample that has come. */
  private end = 0
  private wait = LEAST_WAIT
  /** Frames to be filled, so that the following ones wait longer. */
  private hold = 0
  private missing = CONCEALED
  private last: Int16Array = new Int16Array(FRAME)
  private lateRun = 0
  /** Since a packet was late, or it waits less, in frames; and the least that was kept since then. */
  private calm = { frames: 0, least: Number.POSITIVE_INFINITY }
  private spell = { frames: 0, least: Number.POSITIVE_INFINITY }
  /** For how many frames a quiet one has been looked for, to be left out; undefined: none is left out. */
  private tooMuch: number | undefined
  /** Packets that came after their turn. */
  late = 0

  /** How many frames it waits for late packets. */
  get waits() {
    return this.wait
  }

  /** How much is kept, in frames. */
  get kept() {
    return this.next === undefined ? 0 : Math.max(0, Math.ceil(distance(this.next, this.end) / FRAME))
  }

  /** Sound of a packet. `timestamp`: of RTP, in samples, 32 bits that wrap. */
  put(timestamp: number, pcm: Int16Array) {
    if (pcm.length === 0 || pcm.length > RING / 2) return
    if (this.next === undefined || Math.abs(distance(this.next, timestamp)) > FAR) this.begin(timestamp)
    const late = -distance(this.next!, timestamp)
    if (late >= pcm.length) {
      this.comesLate(timestamp, pcm, late)
      return
    }
    this.lateRun = 0
    if (this.kept === 0) this.goOn(timestamp, -late)
    if (distance(this.next!, timestamp) + pcm.length > MOST_KEPT * FRAME)
      this.advance(time(timestamp + pcm.length - this.wait * FRAME))
    for (let i = Math.max(0, distance(timestamp, this.next!)); i < pcm.length; i++) {
      const at = (timestamp + i) & (RING - 1)
      this.ring[at] = pcm[i]!
      this.isThere[at] = 1
    }
    if (distance(this.end, timestamp + pcm.length) > 0) this.end = time(timestamp + pcm.length)
  }

  /** Takes out the next 20 ms, 160 samples. Null while there is nothing, not even to be repeated. */
  take(): Int16Array | null {
    if (this.next === undefined) return null
    if (this.hold > 0) {
      this.hold--
      return this.conceal()
    }
    if (this.kept === 0 && this.isSilent) return null
    this.shorten()
    const frame = this.read()
    this.advance(time(this.next + FRAME))
    this.watch()
    if (!frame) return this.conceal()
    this.missing = 0
    this.last = frame
    return frame
  }

  private begin(timestamp: number) {
    this.isThere.fill(0)
    this.next = time(timestamp - this.wait * FRAME)
    this.end = this.next
    this.hold = 0
    this.missing = CONCEALED
  }

  /** Sound comes when there was none left, `ahead` samples after what would be next. */
  private goOn(timestamp: number, ahead: number) {
    const wait = this.wait * FRAME
    if (ahead > wait) this.advance(time(timestamp - wait))
    else if (this.isSilent) this.hold = Math.ceil((wait - ahead) / FRAME)
  }

  /** Whether it stands still, because nothing has come for a while. */
  private get isSilent() {
    return this.missing >= CONCEALED
  }

  private comesLate(timestamp: number, pcm: Int16Array, late: number) {
    this.late++
    if (++this.lateRun >= LATE_RUN) {
      this.lateRun = 0
      this.begin(timestamp)
      this.put(timestamp, pcm)
      return
    }
    this.calm = { frames: 0, least: Number.POSITIVE_INFINITY }
    this.tooMuch = undefined
    const more = Math.min(MOST_WAIT - this.wait, Math.ceil(late / FRAME) - this.hold)
    if (more <= 0) return
    this.wait += more
    // Where it stands still, `goOn` sees to the wait.
    if (!this.isSilent) this.hold += more
  }

  /** The next frame; samples that are missing in it are silent. Null when all are missing. */
  private read(): Int16Array | null {
    let found = 0
    const frame = new Int16Array(FRAME)
    for (let i = 0; i < FRAME; i++) {
      const at = (this.next! + i) & (RING - 1)
      if (this.isThere[at] === 0) continue
      frame[i] = this.ring[at]!
      found++
    }
    return found > 0 ? frame : null
  }

  /** Goes on to a time; what is kept of before is left out. */
  private advance(to: number) {
    const samples = distance(this.next!, to)
    if (samples >= RING) this.isThere.fill(0)
    else for (let i = 0; i < samples; i++) this.isThere[(this.next! + i) & (RING - 1)] = 0
    this.next = to
    if (distance(this.end, to) > 0) this.end = to
  }

  /** The last frame again, at a lower volume each time, then null. */
  private conceal(): Int16Array | null {
    if (this.isSilent) return null
    const from = 1 - this.missing / CONCEALED
    this.missing++
    return this.last.map((sample, i) => sample * (from - i / FRAME / CONCEALED))
  }

  /** Notes how much is kept at the least, and decides whether it waits longer than it should. */
  private watch() {
    const kept = this.kept
    for (const time of [this.calm, this.spell]) {
      time.frames++
      time.least = Math.min(time.least, kept)
    }
    if (this.calm.frames >= CALM) {
      // A frame less would still have left one to spare at any moment.
      if (this.wait > LEAST_WAIT && this.calm.least >= 2) this.wait--
      this.calm = { frames: 0, least: Number.POSITIVE_INFINITY }
    }
    if (this.spell.frames >= SPELL) {
      if (this.spell.least > this.wait) this.tooMuch ??= 0
      this.spell = { frames: 0, least: Number.POSITIVE_INFINITY }
    }
  }

  /** Leaves out a frame when too much is kept, as soon as one is quiet. */
  private shorten() {
    if (this.tooMuch === undefined || this.kept < 2) return
    const frame = this.read()
    if (frame && loudness(frame) > QUIET && ++this.tooMuch < PATIENCE) return
    this.tooMuch = undefined
    this.advance(time(this.next! + FRAME))
  }
}

/** A time of 32 bits. */
const time = (samples: number) => samples >>> 0
/** How many samples `to` is after `from`, negative when it is before, though both wrap at 32 bits. */
const distance = (from: number, to: number) => (to - from) | 0
