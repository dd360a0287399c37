import { Checkbox, TextInput, type TextInputProps } from '@mantine/core'
import { memo, type ReactNode, useCallback, useRef } from 'react'
import { type Day, days } from '../../contract/statuses'
import {
  dayInWords,
  endInWords,
  hoursAWeekInWords,
  isOvernight,
  minutesAWeek,
  openOn,
  placeIn,
  shortTime,
} from '../week'
import { t } from '../words/words'
import css from './WeekHours.module.css'

/** The fields are too narrow for their errors, so only screen readers get them there. Others see them below. */
const narrow = { error: 'sr' }

interface Props {
  days: { label: ReactNode; value: readonly Day[]; onChange: (days: Day[]) => void; error?: string }
  start: TextInputProps & { value: string }
  end: TextInputProps & { value: string }
  zone: string
  /** Epoch milliseconds, or null when the time is not known. */
  now: number | null
}

/** Fields for the allowed days and hours, and a picture of the week. */
export function WeekHours({ days: allowed, start, end, zone, now }: Props) {
  const hours = { days: allowed.value, start: start.value, end: end.value }
  const here = now === null ? null : placeIn(zone, now)
  const latest = useRef(allowed)
  latest.current = allowed
  const toggle = useCallback((day: Day) => {
    const { value, onChange } = latest.current
    onChange(days.filter(other => (other === day) !== value.includes(other)))
  }, [])
  return (
    <div>
      <div className={css.times}>
        <TextInput {...start} className={css.time} classNames={narrow} />
        <TextInput {...end} className={css.time} classNames={narrow} />
        <p>
          {zone}
          <br />
          <span className="dim">{hoursAWeekInWords(minutesAWeek(hours))}</span>
          {isOvernight(hours) && <span className={css.night}>{t('Into the next day, by night too')}</span>}
        </p>
      </div>
      {(start.error || end.error) && (
        <p className={css.error} aria-hidden>
          {start.error} {end.error}
        </p>
      )}
      <fieldset className={css.grid} aria-invalid={allowed.error !== undefined}>
        <legend className="sr">{t('Days')}</legend>
        <div className={css.axis} aria-hidden>
          {[0, 3, 6, 9, 12, 15, 18, 21, 24].map(hour => (
            <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
              {String(hour).padStart(2, '0')}
            </span>
          ))}
        </div>
        {days.map((day, i) => (
          <DayRow
            key={day}
            day={day}
            isOn={allowed.value.includes(day)}
            isOnBefore={allowed.value.includes(days.at(i - 1)!)}
            start={start.value}
            end={end.value}
            now={here?.day === i ? here.minute : null}
            onToggle={toggle}
          />
        ))}
      </fieldset>
      {allowed.error && (
        <p className={css.error} role="alert">
          {allowed.error}
        </p>
      )}
    </div>
  )
}

interface DayProps {
  day: Day
  isOn: boolean
  /** Whether the day before is open: its hours may reach into this one. */
  isOnBefore: boolean
  start: string
  end: string
  /** The minute of the day that it is now, on this day. */
  now: number | null
  onToggle: (day: Day) => void
}

/** One day with its hours. It renders only when they change, and not with every key in the form around it. */
const DayRow = memo(function DayRow({ day, isOn, isOnBefore, start, end, now, onToggle }: DayProps) {
  const at = days.indexOf(day)
  const open = [...(isOn ? [day] : []), ...(isOnBefore ? [days.at(at - 1)!] : [])]
  const stretches = openOn({ days: open, start, end }, at)
  return (
    <div className={css.day} data-on={isOn || undefined}>
      <Checkbox data-field="allowed_days" checked={isOn} onChange={() => onToggle(day)} label={dayInWords(day)} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger place to click; the checkbox is what the keyboard reaches */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className={css.track} onClick={() => onToggle(day)}>
        {stretches.map(([from, to]) => (
          <i key={from} style={{ left: `${from / 14.4}%`, width: `${(to - from) / 14.4}%` }} />
        ))}
        {now !== null && <em style={{ left: `${now / 14.4}%` }} />}
      </div>
      <span className={css.words}>
        {isOn
          ? stretches.length > 0
            ? `${shortTime(start)}–${endInWords(end)}`
            : '–'
          : stretches.length > 0
            ? t('until {time}', { time: shortTime(end) })
            : t('closed')}
      </span>
    </div>
  )
})
