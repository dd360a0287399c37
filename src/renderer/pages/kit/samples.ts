import type { CallResult } from '../../../contract/stats'
import type { Outcomes } from '../../parts/outcomes'
import type { ThreadLine } from '../../parts/Thread'
import type { Turn } from '../../parts/Transcript'
import type { Peaks } from '../../parts/Waveform'

/** Tuesday, 24 November 2026, 11:42 in London. */
export const NOW = Date.UTC(2026, 10, 24, 11, 42)

export const rows = [
  { id: 1, name: 'Aisha Begum', phone: '+447700900745', state: 'processing' },
  { id: 2, name: 'Noor Rahman', phone: '+447700900877', state: 'rescheduled' },
  {
    id: 3,
    name: 'A very long name that cannot fit into the column it was given',
    phone: '+442079460615',
    state: 'completed',
  },
] as const

const outcomes = (at: number, [goal, talked, voicemail, no_answer, busy, failed]: readonly number[]): Outcomes => ({
  start: new Date(at).toISOString(),
  results: { goal, talked, voicemail, no_answer, busy, failed } as Record<CallResult, number>,
  guessed_goals: Math.floor((talked ?? 0) / 4),
})

const none = [0, 0, 0, 0, 0, 0]
const byHour = [none, [14, 31, 22, 40, 18, 1], [22, 39, 26, 51, 10, 0], [25, 26, 15, 30, 3, 6]]
export const hours = Array.from({ length: 12 }, (_, i) => outcomes(Date.UTC(2026, 10, 24, 8 + i), byHour[i] ?? none))
export const days = Array.from({ length: 30 }, (_, i) =>
  outcomes(Date.UTC(2026, 9, 26 + i), [
    20 + ((i * 7) % 23),
    38 + ((i * 5) % 17),
    30 + (i % 9),
    70,
    i * 2,
    i % 5 === 0 ? 9 : 0,
  ]),
)

export const few = hours.map((hour, i) => outcomes(Date.parse(hour.start), i === 1 ? [1, 1, 1, 0, 0, 0] : none))

export const counts = {
  completed: 812,
  processing: 4,
  rescheduled: 214,
  scheduled: 120,
  created: 402,
  'reached-max-retries': 61,
  blacklisted: 9,
}

export const turns: Turn[] = [
  { at: 0, who: 'bot', text: 'Hello Priya, this is Nora from Larkfield Dental. Is this a good moment?' },
  { at: 6, who: 'human', text: 'Yes, go on.', latency: { heard: 210 } },
  {
    at: 8,
    who: 'bot',
    text: 'It is time for your check-up. Would Thursday at',
    cut: true,
    latency: { heard: 180, thought: 420, voiced: 190 },
  },
  { at: 12, who: 'human', text: 'Friday would be better.' },
  { at: 14, who: 'tool', text: 'Find slot · Day: friday', given: [['Day', 'friday']] },
  {
    at: 16,
    who: 'bot',
    text: 'Friday at 14:20 is free. Shall I book it?',
    latency: { heard: 240, thought: 980, voiced: 210 },
  },
]
const wave = (from: number) =>
  Array.from({ length: 400 }, (_, i) => (Math.floor(i / 40) % 2 === from ? Math.abs(Math.sin(i / 3)) * 0.8 : 0))
export const peaks: Peaks = { assistant: wave(0), customer: wave(1) }

/** A chat with Nora, tried out by the operator as Priya. */
export const chat: ThreadLine[] = [
  {
    kind: 'said',
    id: '0',
    who: 'assistant',
    text: 'Good morning, this is Nora, the automated assistant of Harbour Dental. Am I speaking with Priya?',
    note: '0.61 s',
  },
  { kind: 'said', id: '1', who: 'person', text: 'Yes. Can I come on Saturday?' },
  {
    kind: 'tool',
    id: '2',
    text: 'Find slots · Week: 2026-W48 · Part: any',
    note: '3 slots',
    more: 'Thu 10:00, Fri 11:40, Fri 14:20',
  },
  {
    kind: 'said',
    id: '3',
    who: 'assistant',
    text: 'We are closed on Saturdays, I am afraid. I have Thursday at 10, or Friday at 11:40. Would one of those do?',
    note: '0.94 s',
  },
  { kind: 'said', id: '4', who: 'person', text: 'What does the X-ray cost?' },
  { kind: 'knowledge', id: '5', text: 'Practice handbook', note: '2 passages' },
  { kind: 'rule', id: '6', text: 'You changed the prompt here', role: 'warn' },
  {
    kind: 'said',
    id: '7',
    who: 'operator',
    text: 'A hygiene visit is 68 pounds. An X-ray, only if your dentist advises one, is 22 pounds more.',
    note: '0.78 s · heard 170, thought 470, voice 140 ms',
  },
]
