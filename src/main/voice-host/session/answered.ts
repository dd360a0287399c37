import type { AnsweredBy } from '../../../contract/calls'
import { type Voice, whoSpeaks } from '../../voice/listening'

/** A menu of a company: it asks to press keys. */
const menu =
  /press (one|two|three|1|2|3|the|any|star|zero|0)\b|for [\w ]+,? press\b|drücken sie die|prema? (il|la) |appuyez sur|pulse (el|la|uno)|marque (el|la|uno)/i

/** People say a word or two when they answer. Announcements go on for longer than this, ms. */
const LONG_GREETING = 8000

/**
 * Decides who has answered by what is heard first: the words, how long they go on, and a beep. The first words of a person
 * are short. Who cannot be told is unknown; words that are understood later decide.
 */
export class Answered {
  private speechMs = 0
  private hasWords = false

  /** What speaks now, by its words. */
  words(text: string): { voice: Voice | 'menu'; by: AnsweredBy } {
    const voice = menu.test(text) ? 'menu' : whoSpeaks(text)
    const isLong = !this.hasWords && this.speechMs >= LONG_GREETING
    this.hasWords = true
    return { voice, by: voice !== 'person' || isLong ? 'machine' : 'human' }
  }

  /** Somebody has spoken for so long, and it is not known yet what was said. Null: words were understood before. */
  spoke(ms: number): AnsweredBy | null {
    if (this.hasWords) return null
    this.speechMs += ms
    return this.speechMs >= LONG_GREETING ? 'machine' : 'unknown'
  }
}
