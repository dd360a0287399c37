import type { ReactNode } from 'react'
import { useClock } from '../stores/use-clock'
import { useDeskState } from '../stores/use-desk'
import { clockSeconds, clockTime, dayAndMonth, dayAt, formatPhone, fullTime, isoDay, money } from './format'
import { cutTip, richTip } from './tips/tip'

/** Text that is cut with an ellipsis when there is no room. The tooltip is shown only when it is cut. */
export function Clip({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <span className={`clip ${className}`} {...cutTip}>
      {children}
    </span>
  )
}

/** US dollars with two decimals, below a cent with four. */
export const Money = ({ value }: { value: number }) => <span className="num nowrap">{money(value)}</span>

/**
 * A moment in `zone`, else in the workspace's time zone. The day is shown when it is not today. The tooltip has the full
 * date and time.
 */
export function Time({ at, seconds, zone: given }: { at: string; seconds?: boolean; zone?: string }) {
  const own = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const zone = given ?? own
  const today = useClock(now => dayAt(now, zone))
  const moment = new Date(at)
  const time = (seconds ? clockSeconds : clockTime)(moment, zone)
  return (
    <time dateTime={at} className="nowrap" {...richTip(() => fullTime(moment, zone))}>
      {isoDay(moment, zone) === today ? time : `${dayAndMonth(moment, zone)} ${time}`}
    </time>
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

/** A number in international form, on one line. */
export const Phone = ({ value }: { value: string }) => <span className="num nowrap">{formatPhone(value)}</span>

/** A person's name, if a variable has it. */
export function nameOf(variables: Record<string, unknown>): string | null {
  const text = (name: string) => (typeof variables[name] === 'string' ? variables[name].trim() : '')
  const both = `${text('first_name')} ${text('last_name')}`.trim()
  return text('name') || text('full_name') || both || text('customer_name') || null
}
