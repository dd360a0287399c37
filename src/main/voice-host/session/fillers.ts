import type { SoundSettings } from '../../ports/brief'

type Kind = 'positive' | 'negative' | 'question' | 'neutral'

/** What is said when the assistant has fillers and none of its own. */
const usual: Record<string, string> = {
  en: 'One moment.',
  de: 'Einen Moment.',
  it: 'Un momento.',
  fr: 'Un instant.',
  es: 'Un momento.',
  pt: 'Um momento.',
  nl: 'Een ogenblik.',
}

const yes = /^\W*(yes|yeah|yep|sure|great|perfect|okay|ok|gladly|ja|gern|klar|si|sì|certo|oui|d'accord|claro|sim)\b/i
const no =
  /^\W*(no|nope|never|sorry|unfortunately|i (can't|cannot|don't)|nein|leider|non|purtroppo|não)\b|\b(problem|wrong|broken|angry|complain)/i
const asks =
  /\?\s*$|^\W*(what|when|where|who|why|how|which|is|are|do|does|can|could|would|will|was|wie|wo|wann|warum|kann|haben)\b/i

/** The words that fill the pause before an answer to what was heard; null: there are none. `pick` chooses, from 0 to 1. */
export function fillerFor(
  fillers: NonNullable<SoundSettings['fillers']>,
  language: string,
  heard: string,
  pick: () => number,
): string | null {
  // What the answer will be is not known yet. Who asks gets an answer, who agrees a good one, and who tells something is
  // likely to be asked next.
  const kind: Kind = asks.test(heard)
    ? 'neutral'
    : yes.test(heard)
      ? 'positive'
      : no.test(heard)
        ? 'negative'
        : 'question'
  const own = [fillers[kind], fillers.neutral].find(list => list && list.length > 0)
  if (own) return own[Math.floor(pick() * own.length)] ?? null
  const isEmpty = Object.values(fillers).every(list => !list || list.length === 0)
  return isEmpty ? (usual[language] ?? null) : null
}
