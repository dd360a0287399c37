import type { Call, TranscriptItem } from '../../../contract/calls'
import type { Turn } from '../../parts/Transcript'
import { readCalledTool, toolInWords } from '../../parts/tool-words'
import type { Peaks } from '../../parts/Waveform'
import { t } from '../../words/words'

/** A recording's length and waveform. */
export interface Recording extends Peaks {
  /** In seconds. */
  length: number
}

/** When the call was answered, in epoch seconds. Its recording begins there. */
export const answeredAt = (call: Pick<Call, 'answered_at' | 'created_at'>): number =>
  Date.parse(call.answered_at ?? call.created_at) / 1000

/** The transcript, with times in seconds from `start`. */
export const turnsOf = (items: readonly TranscriptItem[], start: number): Turn[] =>
  items.map(({ text, type, sender, timestamp, interrupted, latency }) => {
    const tool = type === 'function_call' ? readCalledTool(text) : null
    return {
      at: Math.max(0, timestamp - start),
      who: type === 'function_call' ? 'tool' : sender,
      text: tool ? toolInWords(tool) : text,
      given: tool?.given,
      cut: interrupted,
      latency: latency && { heard: latency.heard_ms, thought: latency.thought_ms, voiced: latency.voiced_ms },
    }
  })

/** `4 exchanges, 1 tool, 2 interruptions`. */
export function turnsInWords(turns: readonly Turn[]): string {
  const of = (who: Turn['who']) => turns.filter(turn => turn.who === who).length
  const [exchanges, tools, interruptions] = [of('human'), of('tool'), turns.filter(turn => turn.cut).length]
  return [
    exchanges > 0 && t('{n, plural, one {# exchange} other {# exchanges}}', { n: exchanges }),
    tools > 0 && t('{n, plural, one {# tool} other {# tools}}', { n: tools }),
    interruptions > 0 && t('{n, plural, one {# interruption} other {# interruptions}}', { n: interruptions }),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The transcript as text, for the clipboard. */
export const asText = (turns: readonly Turn[], names: { bot: string; human: string }): string =>
  turns
    .filter(turn => turn.who !== 'tool')
    .map(turn => `${names[turn.who as 'bot' | 'human']}: ${turn.text}`)
    .join('\n')
