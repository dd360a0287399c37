import type { TranscriptItem } from '../../../contract/calls'
import type { Answer } from './answer'
import type { Speaking } from './speaker'

/** What the other side said, from when to when, ms. */
export interface Heard {
  text: string
  from: number
  to: number
}

/** An answer to what was heard. `at`: when it was known that the other side has finished. */
export interface Turn {
  answer: Answer
  heard: Heard
  at: number
}

/** An item of the transcript. Times in ms by the clock of the leg. */
export const item = (
  sender: 'bot' | 'human',
  text: string,
  from: number,
  to: number,
  interrupted = false,
  latency?: TranscriptItem['latency'],
): TranscriptItem => ({
  text,
  type: 'transcript',
  sender,
  timestamp: from / 1000,
  end_timestamp: to / 1000,
  ...(interrupted && { interrupted }),
  ...(latency && { latency }),
})

/** How long it took until what was said was understood, until the model began to answer, and until the voice began. */
export const latencyOf = ({ answer, heard, at }: Turn, { asked, sounded }: Speaking): TranscriptItem['latency'] => ({
  heard_ms: Math.max(0, Math.round(at - heard.to)),
  ...(answer.began !== null && { thought_ms: Math.round(answer.began - answer.asked) }),
  ...(asked !== null && sounded !== null && { voiced_ms: Math.round(sounded - asked) }),
})

/** Where the time of a turn went, ms: the silence that the other side heard, what providers took of it, and what is our own. */
export function timesOf({ answer, heard, at }: Turn, { asked, sounded, utterance }: Speaking) {
  const from = utterance.from ?? at
  const modelMs = (answer.began ?? answer.asked) - answer.asked
  const voiceMs = (sounded ?? 0) - (asked ?? 0)
  const ownMs = Math.max(0, from - at - modelMs - voiceMs)
  return { silenceMs: from - heard.to, heardMs: at - heard.to, modelMs, voiceMs, ownMs }
}
