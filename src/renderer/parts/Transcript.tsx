import { Tooltip } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import css from './Transcript.module.css'
import { Duration } from './values'

/** So long a wait for an answer is noticed by people, in milliseconds. */
export const SLOW = 1200

/** A player comes to stand a little beside where it was sent, in seconds. */
const NEAR = 0.05

/** What passed before an answer of the assistant was heard, in milliseconds, as far as it is known. */
export interface Latency {
  heard?: number
  thought?: number
  voiced?: number
}

/** One thing that was said or done, in seconds from the start of the recording. */
export interface Turn {
  at: number
  who: 'bot' | 'human' | 'tool'
  text: string
  latency?: Latency
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
  /** Where the recording is; null when none is being heard. */
  at?: number | null
  /** Without it there is nothing to hear. */
  onSeek?: (at: number) => void
  /** More is being said: a screen reader hears it too. */
  live?: boolean
}

/** Turns in time with the recording: time, who, words, and how long the person waited. A click on a line goes to it, or Enter on its time. */
export function Transcript({ turns, names, at = null, onSeek, live }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const current = at === null ? -1 : turns.findLastIndex(turn => turn.at <= at + NEAR)
  const hasLatency = turns.some(turn => turn.latency)
  useEffect(() => {
    if (current >= 0) list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const walk = (event: KeyboardEvent<HTMLOListElement>) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const times = [...event.currentTarget.querySelectorAll('button')]
    const next = way && times[times.indexOf(event.target as HTMLButtonElement) + way]
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
      onKeyDown={walk}
    >
      {turns.map((turn, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the button in it does the same
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added
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
    <Tooltip label={latencyInWords(latency)}>
      <span data-slow={slow || undefined}>
        <i aria-hidden style={{ width: Math.min(60, Math.max(3, wait / 40)) }} />
        {(wait / 1000).toFixed(2)} s{slow && <span className="sr"> slow</span>}
      </span>
    </Tooltip>
  )
}
