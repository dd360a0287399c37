import { Tooltip } from '@mantine/core'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type ReactNode, useRef, useState } from 'react'
import { deskTime } from '../stores/desk'
import { useDeskState } from '../stores/use-desk'

/** Text that is cut with an ellipsis when there is no room. The tooltip is shown only when it is cut. */
export function Clip({ children, className = '' }: { children: ReactNode; className?: string }) {
  const ref = useRef<HTMLSpanElement>(null)
  const [cut, setCut] = useState(false)
  const measure = () => setCut(ref.current!.scrollWidth > ref.current!.clientWidth)
  return (
    <Tooltip label={children} disabled={!cut}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only measures whether the text is cut */}
      <span ref={ref} className={`clip ${className}`} onMouseEnter={measure}>
        {children}
      </span>
    </Tooltip>
  )
}

/** US dollars with two decimals. Below a cent with four, so that a small amount is not shown as $0.00. */
export function Money({ value }: { value: number }) {
  const size = Math.abs(value)
  const digits = size !== 0 && size < 0.01 ? 4 : 2
  const text = size.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return (
    <span className="num nowrap">
      {value < 0 ? '−' : ''}${text}
    </span>
  )
}

/**
 * A moment in `zone`, else in the workspace's time zone. The day is shown when it is not today. The tooltip has the full
 * date and time.
 */
export function Time({ at, seconds, zone: given }: { at: string; seconds?: boolean; zone?: string }) {
  const own = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const zone = given ?? own
  const clock = useDeskState(state => state.clock)
  const moment = new Date(at)
  const part = (options: Intl.DateTimeFormatOptions, when = moment) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options }).format(when)
  const day = (when: Date) => part({ year: 'numeric', month: '2-digit', day: '2-digit' }, when)
  const time = part({ hour: '2-digit', minute: '2-digit', ...(seconds && { second: '2-digit' }) })
  const isToday = day(moment) === day(new Date(deskTime(clock)))
  return (
    <Tooltip
      label={`${part({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}, ${part({ timeStyle: 'medium' })} ${zone}`}
    >
      <time dateTime={at} className="nowrap">
        {isToday ? time : `${part({ day: 'numeric', month: 'short' })} ${time}`}
      </time>
    </Tooltip>
  )
}

/** Seconds as m:ss, h:mm:ss above an hour. */
export function Duration({ seconds }: { seconds: number }) {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const rest = String(Math.floor(seconds % 60)).padStart(2, '0')
  return (
    <span className="num">
      {hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`}
    </span>
  )
}

/** In international form. */
export const formatPhone = (value: string) => parsePhoneNumberFromString(value)?.formatInternational() ?? value

/** A number in international form, on one line. */
export const Phone = ({ value }: { value: string }) => <span className="num nowrap">{formatPhone(value)}</span>

/** A person's name, if a variable has it. */
export function nameOf(variables: Record<string, unknown>): string | null {
  const text = (name: string) => (typeof variables[name] === 'string' ? variables[name].trim() : '')
  const both = `${text('first_name')} ${text('last_name')}`.trim()
  return text('name') || text('full_name') || both || text('customer_name') || null
}

export const count = (n: number) => n.toLocaleString('en-US')

/** `40 %`. */
export const percent = (part: number, whole: number) => (whole > 0 ? `${Math.round((100 * part) / whole)} %` : '–')
