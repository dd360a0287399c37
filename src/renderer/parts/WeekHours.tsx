import { Checkbox, TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Day, days } from '../../contract/campaigns'
import { counted } from '../../contract/words'
import { endInWords, minutesAWeek, openOn, placeIn, shortTime } from '../week'
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
  const toggle = (day: Day) => allowed.onChange(days.filter(other => (other === day) !== allowed.value.includes(other)))
  return (
    <div>
      <div className={css.times}>
        <TextInput {...start} className={css.time} classNames={narrow} />
        <TextInput {...end} className={css.time} classNames={narrow} />
        <p>
          {zone}
          <br />
          <span className="dim">{counted(Math.round(minutesAWeek(hours) / 6) / 10, 'hour')} a week</span>
        </p>
      </div>
      {(start.error || end.error) && (
        <p className={css.error} aria-hidden>
          {start.error} {end.error}
        </p>
      )}
      <fieldset className={css.grid} aria-invalid={allowed.error !== undefined}>
        <legend className="sr">Days</legend>
        <div className={css.axis} aria-hidden>
          {[0, 3, 6, 9, 12, 15, 18, 21, 24].map(hour => (
            <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
              {String(hour).padStart(2, '0')}
            </span>
          ))}
        </div>
        {days.map((day, i) => {
          const isOn = allowed.value.includes(day)
          const stretches = openOn(hours, i)
          return (
            <div key={day} className={css.day} data-on={isOn || undefined}>
              <Checkbox
                data-field="allowed_days"
                checked={isOn}
                onChange={() => toggle(day)}
                label={`${day[0]!.toUpperCase()}${day.slice(1)}`}
              />
              {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger place to click; the checkbox is what the keyboard reaches */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
              <div className={css.track} onClick={() => toggle(day)}>
                {stretches.map(([from, to]) => (
                  <i key={from} style={{ left: `${from / 14.4}%`, width: `${(to - from) / 14.4}%` }} />
                ))}
                {here?.day === i && <em style={{ left: `${here.minute / 14.4}%` }} />}
              </div>
              <span className={css.words}>
                {isOn
                  ? stretches.length > 0
                    ? `${shortTime(start.value)}–${endInWords(end.value)}`
                    : '–'
                  : stretches.length > 0
                    ? `until ${shortTime(end.value)}`
                    : 'closed'}
              </span>
            </div>
          )
        })}
      </fieldset>
      {allowed.error && (
        <p className={css.error} role="alert">
          {allowed.error}
        </p>
      )}
    </div>
  )
}
