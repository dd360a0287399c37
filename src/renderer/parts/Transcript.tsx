import { IconTool } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import css from './Transcript.module.css'
import { tip } from './tips/tip'
import { Duration } from './values'

/** People notice a longer wait for an answer than this, in milliseconds. */
export const SLOW = 1200

/** After a seek the player may stop a little before the place, in seconds. */
const SEEK_TOLERANCE = 0.05

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
  text: string
  latency?: Latency
  /** It was interrupted. */
  cut?: boolean
}

export const waitOf = ({ heard = 0, thought = 0, voiced = 0 }: Latency) => heard + thought + voiced
export const latencyInWords = ({ heard, thought, voiced }: Latency) =>
  [
    heard !== undefined && `Heard ${heard} ms`,
    thought !== undefined && `thought ${thought} ms`,
    voiced !== undefined && `voice ${voiced} ms`,
  ]
    .filter(Boolean)
    .join(' · ')

interface Props {
  turns: Turn[]
  names: { bot: string; human: string }
  /** The position in the recording, in seconds. Null when none is played. */
  at?: number | null
  /** Absent when there is no recording. */
  onSeek?: (at: number) => void
  /** The call is running, so screen readers read new turns. */
  live?: boolean
}

/** The turns of a call, each with its time, speaker, text and wait. A click on one plays the recording from there. */
export function Transcript({ turns, names, at = null, onSeek, live }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const current = at === null ? -1 : turns.findLastIndex(turn => turn.at <= at + SEEK_TOLERANCE)
  const hasLatency = turns.some(turn => turn.latency)
  useEffect(() => {
    if (current >= 0) list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const moveFocus = (event: KeyboardEvent<HTMLOListElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const times = [...event.currentTarget.querySelectorAll('button')]
    const next = step && times[times.indexOf(event.target as HTMLButtonElement) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <ol
      ref={list}
      className={css.list}
      aria-label="Transcript"
      aria-live={live ? 'polite' : undefined}
      onKeyDown={moveFocus}
    >
      {turns.map((turn, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the button in it does the same
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added at the end
          key={i}
          className={css.turn}
          data-who={turn.who}
          data-seeks={onSeek ? true : undefined}
          aria-current={i === current || undefined}
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
              <span className="sr">Go to </span>
              <Duration seconds={turn.at} />
            </button>
          ) : (
            <span className={css.time}>
              <Duration seconds={turn.at} />
            </span>
          )}
          {turn.who === 'tool' ? (
            <p className={css.tool}>
              <IconTool size={13} aria-hidden />
              <span className="mono">{turn.text}</span>
            </p>
          ) : (
            <p>
              <b>{names[turn.who]}</b>
              <span>
                {turn.text}
                {turn.cut && <span className={css.cut}>interrupted</span>}
              </span>
            </p>
          )}
          {hasLatency && <span className={css.wait}>{turn.latency && <Wait latency={turn.latency} />}</span>}
        </li>
      ))}
    </ol>
  )
}

function Wait({ latency }: { latency: Latency }) {
  const wait = waitOf(latency)
  const slow = wait > SLOW
  return (
    <span data-slow={slow || undefined} {...tip(latencyInWords(latency))}>
      <i aria-hidden style={{ width: Math.min(60, Math.max(3, wait / 40)) }} />
      {(wait / 1000).toFixed(2)} s{slow && <span className="sr"> slow</span>}
    </span>
  )
}
