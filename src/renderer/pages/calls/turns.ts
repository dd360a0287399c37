import type { Call, TranscriptItem } from '../../../contract/calls'
import type { Turn } from '../../parts/Transcript'
import type { Peaks } from '../../parts/Waveform'

/** What is known of a recording. */
export interface Recording extends Peaks {
  /** Seconds. */
  length: number
}

/** When the call was answered, which is where its recording begins, in epoch seconds. */
export const answeredAt = (call: Pick<Call, 'answered_at' | 'created_at'>): number =>
  Date.parse(call.answered_at ?? call.created_at) / 1000

/** The transcript in seconds from `start`. */
export const turnsOf = (items: readonly TranscriptItem[], start: number): Turn[] =>
  items.map(({ text, type, sender, timestamp, interrupted, latency }) => ({
    at: Math.max(0, timestamp - start),
    who: type === 'function_call' ? 'tool' : sender,
    text,
    cut: interrupted,
    latency: latency && { heard: latency.heard_ms, thought: latency.thought_ms, voiced: latency.voiced_ms },
  }))

/** What a transcript is made of, in a few words. */
export function turnsInWords(turns: readonly Turn[]): string {
  const some = (n: number, word: string) => (n === 0 ? [] : [`${n} ${word}${n === 1 ? '' : 's'}`])
  const of = (who: Turn['who']) => turns.filter(turn => turn.who === who).length
  return [
    ...some(of('human'), 'exchange'),
    ...some(of('tool'), 'tool'),
    ...some(turns.filter(turn => turn.cut).length, 'interruption'),
  ].join(', ')
}

/** The transcript as text, to be pasted elsewhere. */
export const asText = (turns: readonly Turn[], names: { bot: string; human: string }): string =>
  turns
    .filter(turn => turn.who !== 'tool')
    .map(turn => `${names[turn.who as 'bot' | 'human']}: ${turn.text}`)
    .join('\n')
