import { ActionIcon, Menu } from '@mantine/core'
import { IconDownload, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import { locale } from '../words/language'
import { t } from '../words/words'
import { tip } from './tips/tip'
import { Duration } from './values'
import css from './Waveform.module.css'

/** How far an arrow key moves, in seconds. */
export const SEEK_STEP = 5
const rates = [0.75, 1, 1.5, 2]
/** `1.5×`. */
const rateInWords = (rate: number) => `${rate.toLocaleString(locale)}×`

/** Loudness from 0 to 1, at even distances in the recording. */
export interface Peaks {
  assistant: readonly number[]
  customer: readonly number[]
}

export interface WaveformProps {
  /** Null while they are loaded. */
  peaks: Peaks | null
  /** In seconds, as all times here. */
  length: number
  at: number
  playing: boolean
  rate: number
  onPlay: () => void
  onSeek: (at: number) => void
  onRate: (rate: number) => void
  marks?: { at: number; word: string }[]
  /** The address of the recording, for a download. */
  file?: string
  /** The page has the keys of the player too, which its tooltip says. */
  hasKeys?: boolean
  /** Lower, and without speed and download, for the pane beside the log. */
  small?: boolean
}

/** The assistant's voice above, the person's below. The keyboard uses it as a slider. */
export function Waveform(props: WaveformProps) {
  const { length, at, playing, rate, onPlay, onRate, file, hasKeys, small } = props
  return (
    <div className={css.player} data-small={small || undefined}>
      <ActionIcon
        variant="filled"
        color="ink"
        radius={99}
        size={small ? 28 : 34}
        aria-label={playing ? t('Pause recording') : t('Play recording')}
        aria-keyshortcuts={hasKeys ? 'Space' : undefined}
        onClick={onPlay}
        {...tip(hasKeys && t('Space plays and pauses, ← and → move by {n} s', { n: SEEK_STEP }))}
      >
        {playing ? <IconPlayerPauseFilled size={15} /> : <IconPlayerPlayFilled size={15} />}
      </ActionIcon>
      <Track {...props} />
      <span className={css.clock}>
        <Duration seconds={at} />
        <span className="dim">
          {' / '}
          <Duration seconds={length} />
        </span>
      </span>
      {!small && (
        <>
          <Menu>
            <Menu.Target>
              <button type="button" className={css.speed}>
                {rateInWords(rate)}
                <span className="sr"> {t('playback speed')}</span>
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {rates.map(one => (
                <Menu.Item key={one} onClick={() => onRate(one)}>
                  {rateInWords(one)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          {file && (
            <ActionIcon
              component="a"
              href={file}
              download
              aria-label={t('Download recording')}
              {...tip(t('Download recording'))}
            >
              <IconDownload size={15} />
            </ActionIcon>
          )}
        </>
      )}
    </div>
  )
}

function Track({ peaks, length, at, onSeek, marks = [], small }: WaveformProps) {
  const bars = small ? 110 : 300
  // Not made again for each moment that is played.
  const lanes = useMemo(
    () => ({ assistant: lane(peaks?.assistant, bars, -1), customer: lane(peaks?.customer, bars, 1) }),
    [peaks, bars],
  )
  const share = length > 0 ? Math.min(1, at / length) : 0
  const seek = (to: number) => onSeek(Math.max(0, Math.min(length, to)))
  const click = ({ currentTarget, clientX }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    seek(((clientX - left) / width) * length)
  }
  const press = (event: KeyboardEvent) => {
    const to = { ArrowRight: at + SEEK_STEP, ArrowLeft: at - SEEK_STEP, Home: 0, End: length }[event.key]
    if (to === undefined) return
    event.preventDefault()
    seek(to)
  }
  return (
    <div
      className={css.track}
      role="slider"
      tabIndex={0}
      aria-label={t('Position in the recording')}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={t('{at} of {length, plural, one {# second} other {# seconds}}', {
        at: Math.round(at),
        length: Math.round(length),
      })}
      onClick={click}
      onKeyDown={press}
    >
      <svg viewBox={`0 0 ${bars} 100`} preserveAspectRatio="none" aria-hidden="true">
        <path d={lanes.assistant} className={css.assistant} />
        <path d={lanes.customer} className={css.customer} />
      </svg>
      <div className={css.unplayed} style={{ left: `${share * 100}%` }} />
      <div className={css.head} style={{ left: `${share * 100}%` }} />
      {length > 0 &&
        marks.map((mark, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two marks may have the same time
          <i key={i} className={css.mark} style={{ left: `${(mark.at / length) * 100}%` }} {...tip(mark.word)} />
        ))}
    </div>
  )
}

/** The bars of one voice, upwards (-1) or downwards (1), each for its loudest peak. The loudest bar has full height. */
function lane(peaks: readonly number[] = [], bars: number, direction: 1 | -1): string {
  const loudest = Math.max(0.1, ...peaks)
  let path = ''
  for (let i = 0; i < bars; i++) {
    const from = Math.floor((i * peaks.length) / bars)
    const part = peaks.slice(from, Math.max(from + 1, Math.floor(((i + 1) * peaks.length) / bars)))
    const height = 1 + 47 * (Math.max(0, ...part) / loudest)
    path += `M${i} ${50 + direction}v${(direction * height).toFixed(1)}h.62V${50 + direction}z`
  }
  return path
}
