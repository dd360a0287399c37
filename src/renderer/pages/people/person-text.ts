import type { CallSummary } from '../../../contract/calls'
import type { Explanation, Reason } from '../../../contract/explain'
import type { Person } from '../../../contract/people'
import { isOnLine, stateOfLead } from '../../../contract/statuses'
import { formatPhone } from '../../parts/format'
import { t } from '../../words/words'
import { reasonInWords, whenInWords } from '../campaigns/campaign-text'

/** The person's name, else the number. */
export const whoIs = ({ name, phone_number: number }: Pick<Person, 'name' | 'phone_number'>) =>
  name ?? formatPhone(number)

export type PersonLead = Person['leads'][number]
export type PersonCall = Person['calls'][number]

/** The states in which a lead is called by itself, or is being called. */
const open: readonly PersonLead['status'][] = ['created', 'scheduled', 'rescheduled', 'processing']
export const isOpen = ({ status }: Pick<PersonLead, 'status'>) => open.includes(status)

/** The leads whose own number this is, and not one of their other numbers. */
export const ownLeads = ({ leads, phone_number }: Pick<Person, 'leads' | 'phone_number'>) =>
  leads.filter(lead => lead.phone_number === phone_number)

/** The call that is on the line now. */
export const liveCall = ({ calls }: Pick<Person, 'calls'>): CallSummary | undefined =>
  calls.find(call => isOnLine(call.status))

export interface Next {
  tone: 'queued' | 'idle' | 'warn'
  title: string
  /** Why then, or why not. */
  why: string
  lead: PersonLead | null
}

/** The next attempt at a person, and why then; or why there is none. `zone`: of the desk. `now`: desk time. */
export function nextOf(person: Person, zone: string, now: number): Next {
  const own = ownLeads(person)
  if (isListed(person, now))
    return {
      tone: 'idle',
      title: t('None. On the do-not-call list.'),
      why: t('No campaign calls this number, and no SMS is sent to it.'),
      lead: null,
    }
  if (liveCall(person)) return { tone: 'queued', title: t('On the phone now'), why: '', lead: null }
  const waiting = own.filter(isOpen).toSorted((a, b) => startOf(a.explanation) - startOf(b.explanation))
  const first = waiting[0]
  const [promise] = person.promised_callbacks
  if (promise && Date.parse(promise.at) <= startOf(first?.explanation ?? null))
    return {
      tone: 'queued',
      title: t('Callback {when}, by hand', { when: whenInWords(promise.at, zone, now) }),
      why: t('A person has to make it.'),
      lead: first ?? own[0] ?? null,
    }
  if (first) return nextOfLead(first, zone, now)
  const [newest] = own
  if (!newest)
    return {
      tone: 'idle',
      title: t('None. In no list.'),
      why: t('Only a person calls this number, by Call now.'),
      lead: null,
    }
  if (newest.cut_off)
    return {
      tone: 'warn',
      title: t('None. Cut off while talking.'),
      why: t('Not called again by itself. Try again puts it back into the list.'),
      lead: newest,
    }
  if (newest.status === 'completed' && stateOfLead(newest) !== 'blacklisted')
    return {
      tone: 'idle',
      title: t('None. Done.'),
      why: t('Who was reached is not called again by itself.'),
      lead: newest,
    }
  if (stateOfLead(newest) === 'blacklisted')
    return {
      tone: 'idle',
      title: t('None. The list says: do not call.'),
      why: t('The number is not on the do-not-call list any more. Try again puts it back into the list.'),
      lead: newest,
    }
  return {
    tone: 'idle',
    title: t('None. Not reached, and no retry is left.'),
    why: t('Try again starts with the first attempt.'),
    lead: newest,
  }
}

/** Whether the number is on the do-not-call list at a moment of desk time. */
export const isListed = ({ blacklist }: Pick<Person, 'blacklist'>, now: number) =>
  blacklist !== null && (blacklist.expires_at === null || Date.parse(blacklist.expires_at) > now)

/** When an open lead is called next; last those for whom it is not known. */
const startOf = (why: Explanation | null) => (why?.next_at ? Date.parse(why.next_at) : Number.POSITIVE_INFINITY)

function nextOfLead(lead: PersonLead, zone: string, now: number): Next {
  const why = lead.explanation
  const at = why?.next_at ?? null
  const reasons = (why?.reasons ?? []).map(reason => reasonOfLead(reason, zone, now))
  const told = (title: string, rest: readonly string[]): Next => ({ tone: 'queued', title, why: rest.join(' '), lead })
  // It is not known when: the first reason says what it waits for.
  if (at === null) return told((reasons[0] ?? '').replace(/\.$/, ''), reasons.slice(1))
  if (Date.parse(at) <= now) return told(t('Next, as soon as its turn comes'), reasons)
  const when = whenInWords(at, zone, now)
  return told(lead.callback_at ? t('Callback {when}', { when }) : t('Attempt {when}', { when }), reasons)
}

/** A reason of a lead as a sentence, beside the name of its campaign. */
function reasonOfLead(reason: Reason, zone: string, now: number): string {
  const { code, until } = reason
  switch (code) {
    case 'outside_hours':
      if (until) return t('Outside the hours of its campaign until {when}.', { when: whenInWords(until, zone, now) })
      break
    case 'not_due':
      if (until) return t('Due {when}.', { when: whenInWords(until, zone, now) })
      break
    case 'behind_others':
      return t('Others of the campaign are called before.')
    default:
  }
  return `${reasonInWords(reason, zone, now)}.`
}
