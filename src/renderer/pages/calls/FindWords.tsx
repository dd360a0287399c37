import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { readSearch } from '../../../contract/search'
import { SearchField } from '../../parts/SearchField'
import type { Find, Turn } from '../../parts/Transcript'
import { tip } from '../../parts/tips/tip'
import { t } from '../../words/words'
import css from './calls.module.css'

/**
 * Searching in the transcript of a call: the text, the turns that have it, and the one that is shown now. It begins with
 * what the log was searched for, if that was said.
 */
export function useFind(turns: readonly Turn[], searched?: string) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? saidOf(turns, searched)
  const [at, setAt] = useState(0)
  const wanted = text.trim().toLowerCase()
  const found = wanted === '' ? [] : turns.flatMap((turn, i) => (turn.text.toLowerCase().includes(wanted) ? [i] : []))
  const current = found.length === 0 ? null : Math.min(at, found.length - 1)
  const find: Find | null = wanted === '' ? null : { text: wanted, turn: current === null ? null : found[current]! }
  return {
    find,
    text,
    count: found.length,
    current,
    search(next: string) {
      setTyped(next)
      setAt(0)
    },
    /** To the next turn that has it, or the one before; from the last one to the first. */
    step(by: 1 | -1) {
      if (current !== null) setAt((current + by + found.length) % found.length)
    },
  }
}

/** The words of a search as they were said: all of them together, or else the longest. Empty when none was. */
function saidOf(turns: readonly Turn[], searched: string | undefined): string {
  const search = readSearch(searched)
  if (!search || 'number' in search) return ''
  const isSaid = (text: string) => turns.some(turn => turn.text.toLowerCase().includes(text.toLowerCase()))
  const longest = search.words.toSorted((a, b) => b.length - a.length)
  return [searched!.trim(), ...longest].find(isSaid) ?? ''
}

/** The field for it. Enter goes to the next turn, Shift with Enter to the one before. */
export function FindWords({ finding }: { finding: ReturnType<typeof useFind> }) {
  const { text, count, current, search, step, find } = finding
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !find) return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  }
  return (
    <search className={css.find} onKeyDown={onKey}>
      <SearchField
        label={t('Search in the transcript')}
        placeholder={t('Words that were said')}
        width={190}
        value={text}
        pause={0}
        onSearch={search}
      />
      <span className="dim num" role="status">
        {find && (current === null ? t('not said') : t('{n} of {all}', { n: current + 1, all: count }))}
      </span>
      {count > 1 && (
        <span className={css.neighbours}>
          <ActionIcon size={24} aria-label={t('The one before')} onClick={() => step(-1)} {...tip(t('The one before'))}>
            <IconChevronUp size={14} />
          </ActionIcon>
          <ActionIcon size={24} aria-label={t('The next one')} onClick={() => step(1)} {...tip(t('The next one'))}>
            <IconChevronDown size={14} />
          </ActionIcon>
        </span>
      )}
    </search>
  )
}
