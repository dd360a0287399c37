import type { Sms } from '../../../contract/sms'
import { clockTime, isoDay, weekdayAndDay } from '../../parts/format'
import { StatusBadge } from '../../parts/StatusBadge'
import type { ThreadLine } from '../../parts/Thread'
import { said } from '../../words/said'
import { t } from '../../words/words'
import css from './sms.module.css'

/** SMS have times without a zone, which are UTC. */
export const momentOf = ({ created_at }: Pick<Sms, 'created_at'>) => `${created_at.replace(' ', 'T')}Z`

/** Whom an SMS is with: a number in E.164, or the name that a sender has instead. */
export const personOf = ({ status, from, to }: Pick<Sms, 'status' | 'from' | 'to'>) =>
  status === 'received' ? from : to

/** Whether a text that failed was sent later after all, or is on its way again. */
const isDone = (failed: Sms, all: readonly Sms[]) =>
  all.some(
    sms => sms.id > failed.id && sms.status !== 'failed' && sms.status !== 'received' && sms.body === failed.body,
  )

const known = new WeakMap<Sms, { line: ThreadLine; of: string }>()

/**
 * SMS with one person, the oldest first, as the lines of a thread, with a rule for each day and before the first that was
 * not read when the thread was opened. `sendAgain` is offered below those that failed.
 */
export function linesOf(
  all: readonly Sms[],
  zone: string,
  firstUnread: number | null,
  sendAgain: (id: number) => void,
): ThreadLine[] {
  const lines: ThreadLine[] = []
  let day = ''
  for (const sms of all) {
    const at = new Date(momentOf(sms))
    const today = isoDay(at, zone)
    if (today !== day) lines.push({ kind: 'rule', id: `day ${today}`, text: weekdayAndDay(at, zone) })
    day = today
    if (sms.id === firstUnread) lines.push({ kind: 'rule', id: 'unread', text: t('Not read yet'), role: 'warn' })
    lines.push(lineOf(sms, zone, sms.status === 'failed' && !isDone(sms, all) ? sendAgain : null))
  }
  return lines
}

function lineOf(sms: Sms, zone: string, sendAgain: ((id: number) => void) | null): ThreadLine {
  const of = `${zone} ${sendAgain !== null}`
  const found = known.get(sms)
  if (found?.of === of) return found.line
  const isTheirs = sms.status === 'received'
  const line: ThreadLine = {
    kind: 'said',
    id: String(sms.id),
    who: isTheirs ? 'person' : 'assistant',
    text: sms.body,
    isPending: sms.id < 0,
    note: (
      <>
        {clockTime(new Date(momentOf(sms)), zone)}
        {!isTheirs && (
          <span className={css.state}>
            <StatusBadge kind="sms" name={sms.status} />
          </span>
        )}
        {sms.error && <span className={isTheirs ? undefined : 'danger'}>{said(sms.error)}</span>}
        {sendAgain && (
          <button type="button" className="link" onClick={() => sendAgain(sms.id)}>
            {t('Send again')}
          </button>
        )}
      </>
    ),
  }
  known.set(sms, { line, of })
  return line
}
