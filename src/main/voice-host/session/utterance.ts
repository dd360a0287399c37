interface Sentence {
  text: string
  /** A filler is heard, but it is no part of the answer. */
  isFiller: boolean
  /** How much sound there is of it, ms. */
  ms: number
  isWhole: boolean
}

/** About how long a character takes to be spoken, ms: for a sentence whose sound has not come to its end. */
const PER_CHARACTER = 65

/** What the assistant says at one time, and how much of it was really sent. */
export class Utterance {
  private readonly sentences: Sentence[] = []
  /** When its first sound was sent, and when the last, ms by the clock of the leg. */
  from: number | null = null
  to: number | null = null
  private playedMs: number | null = null

  begin(text: string, isFiller: boolean) {
    this.sentences.push({ text, isFiller, ms: 0, isWhole: false })
  }
  add(ms: number) {
    this.sentences.at(-1)!.ms += ms
  }
  end() {
    this.sentences.at(-1)!.isWhole = true
  }

  /** Called when nothing more of it is sent. */
  ended(playedMs: number, now: number) {
    this.playedMs = playedMs
    this.to = now
  }

  /** The words that were sent. The sentence that broke off is cut at the word it had come to. */
  spoken({ withFillers }: { withFillers: boolean }): string {
    let left = this.playedMs ?? 0
    const words: string[] = []
    for (const { text, isFiller, ms, isWhole } of this.sentences) {
      const whole = isWhole ? ms : Math.max(ms, text.length * PER_CHARACTER)
      // The end of a sentence is silence, so that it was heard when nearly all of it was sent.
      const part = whole === 0 ? 0 : Math.min(1, (left + 40) / whole)
      if (left <= 0) break
      left -= whole
      if (isFiller && !withFillers) continue
      words.push(part === 1 ? text : text.slice(0, Math.round(text.length * part)).replace(/\S*$/, ''))
    }
    return words.join(' ').replace(/\s+/g, ' ').trim()
  }
}
