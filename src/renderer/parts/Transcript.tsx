import { IconTool } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { locale } from '../words/language'
import { t } from '../words/words'
import { ToolDetails } from './ToolDetails'
import css from './Transcript.module.css'
import { cutTip, tip } from './tips/tip'
import type { Named } from './tool-words'
import { Duration } from './values'

/** People notice a longer wait for an answer than this, in milliseconds. */
export const SLOW = 1200

/** After a seek the player may stop a little before the place, in seconds. */
const SEEK_TOLERANCE = 0.05

const seconds = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** `1.24 s`. */
export const secondsInWords = (ms: number) => `${seconds.format(ms / 1000)} s`

/** The parts of the wait for an answer of the assistant, in milliseconds, as far as they are known. */
export interface Latency {
  /** Speech recognition. */
  heard?: number
  /** The language model. */
  thought?: number
  /** Speech synthesis. */
  voiced?: number
}

/** One thing that was said or done, in seconds from the start of the recording. */
export interface Turn {
  at: number
  who: 'bot' | 'human' | 'tool'
  /** What was said, or which tool was called, in words. */
  text: string
  /** Of a tool: what was given to it, by name. */
  given?: Named[]
  latency?: Latency
  /** It was interrupted. */
  cut?: boolean
}

export const waitOf = ({ heard = 0, thought = 0, voiced = 0 }: Latency) => heard + thought + voiced
export const latencyInWords = ({ heard, thought, voiced }: Latency) =>
  [
    heard !== undefined && t('Heard {n} ms', { n: heard }),
    thought !== undefined && t('thought {n} ms', { n: thought }),
    voiced !== undefined && t('voice {n} ms', { n: voiced }),
  ]
    .filter(Boolean)
    .join(' · ')

/** What is searched for in the transcript. */
export interface Find {
  /** In lower case. */
  text: string
  /** The place of the turn that is shown now. Null when none has it. */
  turn: number | null
}

interface Props {
  turns: Turn[]
  names: { bot: string; human: string }
  /** The position in the recording, in seconds. Null when none is played. */
  at?: number | null
  /** Absent when there is no recording. */
  onSeek?: (at: number) => void
  /** The call is running, so screen readers read new turns. */
  live?: boolean
  find?: Find | null
}

/** The turns of a call, each with its time, speaker, text and wait. A click on one plays the recording from there. */
export function Transcript({ turns, names, at = null, onSeek, live, find = null }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const current = at === null ? -1 : turns.findLastIndex(turn => turn.at <= at + SEEK_TOLERANCE)
  const hasLatency = turns.some(turn => turn.latency)
  useEffect(() => {
    if (current >= 0) list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const sought = find?.turn ?? -1
  useEffect(() => {
    if (sought >= 0) list.current?.children[sought]?.scrollIntoView({ block: 'nearest' })
  }, [sought])
  // One function for all renders, so that a line renders again only when it changes.
  const latest = useRef(onSeek)
  latest.current = onSeek
  const seek = useCallback((to: number) => latest.current?.(to), [])

  const moveFocus = (event: KeyboardEvent<HTMLOListElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const times = [...event.currentTarget.querySelectorAll('button')]
    const at = times.indexOf(event.target as HTMLButtonElement)
    if (!step || at < 0) return
    // Also at the ends: the list of calls beside it has these keys too.
    event.preventDefault()
    times[at + step]?.focus()
  }
  return (
    <ol
      ref={list}
      className={css.list}
      style={{ '--speaker': `${roomFor(names)}ch` } as CSSProperties}
      aria-label={t('Transcript')}
      aria-live={live ? 'polite' : undefined}
      onKeyDown={moveFocus}
    >
      {turns.map((turn, i) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added at the end
          key={i}
          turn={turn}
          name={turn.who === 'tool' ? '' : names[turn.who]}
          isCurrent={i === current}
          hasLatency={hasLatency}
          onSeek={onSeek ? seek : undefined}
          find={find?.text}
          isFound={i === sought}
        />
      ))}
    </ol>
  )
}

/** The longest and the shortest column of names, in digits. */
const [WIDEST, NARROWEST] = [22, 7]
/** How wide a letter of a name is, in digits. */
const LETTER = 0.88

/** The room for the names of both sides, in digits. */
const roomFor = ({ bot, human }: Props['names']) =>
  Math.min(WIDEST, Math.max(NARROWEST, LETTER * Math.max(bot.length, human.length)))

interface LineProps {
  turn: Turn
  name: string
  isCurrent: boolean
  hasLatency: boolean
  onSeek: ((at: number) => void) | undefined
  find: string | undefined
  isFound: boolean
}

const Line = memo(({ turn, name, isCurrent, hasLatency, onSeek, find, isFound }: LineProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the button in it does the same
  <li
    className={css.turn}
    data-who={turn.who}
    data-seeks={onSeek ? true : undefined}
    aria-current={isCurrent || undefined}
    data-found={isFound || undefined}
    onClick={() => !getSelection()?.toString() && onSeek?.(turn.at)}
  >
    {onSeek ? (
      <button
        type="button"
        className={css.time}
        onClick={event => {
          event.stopPropagation()
          onSeek(turn.at)
        }}
      >
        <span className="sr">{t('Go to')} </span>
        <Duration seconds={turn.at} />
      </button>
    ) : (
      <span className={css.time}>
        <Duration seconds={turn.at} />
      </span>
    )}
    {turn.who === 'tool' ? (
      <ToolTurn turn={turn} find={find} />
    ) : (
      <p>
        <b {...cutTip}>{name}</b>
        <span>
          <Marked text={turn.text} find={find} />
          {turn.cut && <span className={css.cut}>{t('interrupted')}</span>}
        </span>
      </p>
    )}
    {hasLatency && <span className={css.wait}>{turn.latency && <Wait latency={turn.latency} />}</span>}
  </li>
))

/** A tool on one line. What was given to it is shown in full when it is opened. */
function ToolTurn({ turn: { text, given = [] }, find }: { turn: Turn; find: string | undefined }) {
  const line = (
    <>
      <IconTool size={13} aria-hidden />
      <span>
        <Marked text={text} find={find} />
      </span>
    </>
  )
  if (given.length === 0) return <p className={css.tool}>{line}</p>
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only so that a click does not seek
    <details className={css.opens} onClick={event => event.stopPropagation()}>
      <summary className={css.tool}>{line}</summary>
      <ToolDetails given={given} />
    </details>
  )
}

/** A text in which what was searched for is marked. */
function Marked({ text, find }: { text: string; find: string | undefined }) {
  if (!find) return text
  const parts: ReactNode[] = []
  const lower = text.toLowerCase()
  let from = 0
  // A letter may become longer in lower case; then nothing is marked rather than the wrong letters.
  for (let at = lower.indexOf(find); at >= 0 && lower.length === text.length; at = lower.indexOf(find, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + find.length)}</mark>)
    from = at + find.length
  }
  return [...parts, text.slice(from)]
}

function Wait({ latency }: { latency: Latency }) {
  const wait = waitOf(latency)
  const slow = wait > SLOW
  return (
    <span data-slow={slow || undefined} {...tip(latencyInWords(latency))}>
      <i aria-hidden style={{ width: Math.min(60, Math.max(3, wait / 40)) }} />
      {secondsInWords(wait)}
      {slow && <span className="sr"> {t('slow')}</span>}
    </span>
  )
}
