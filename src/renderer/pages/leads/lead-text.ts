import type { LeadAttempt, LeadStatus } from '../../../contract/leads'
import type { LeadResult } from '../../../contract/statuses'
import { formatPhone } from '../../parts/format'
import { t } from '../../words/words'

interface Somebody {
  name: string | null
  phone_number: string
}

/** The person's name, else the number. */
export const whoOf = ({ name, phone_number }: Somebody) => name ?? formatPhone(phone_number)

/** Whether a lead in this state is still to be dialed. */
export const isWaiting = (status: LeadStatus) =>
  status === 'created' || status === 'scheduled' || status === 'rescheduled'

/** Whether a lead in this state can be tried again. */
export const isFinished = (status: LeadStatus) => !isWaiting(status) && status !== 'processing'

/** What came of an attempt. */
export const resultWords: Record<LeadResult, string> = {
  goal: t('Goal reached'),
  guessed_goal: t('Goal guessed'),
  talked: t('Talked to'),
  voicemail: t('Voicemail'),
  no_answer: t('No answer'),
  busy: t('Busy'),
  failed: t('Failed'),
  interrupted: t('Cut off while talking'),
  do_not_call: t('Asked not to be called'),
}

/** How an attempt ended. */
export function attemptInWords({ ended_at, outcome, result }: LeadAttempt) {
  if (ended_at === null) return t('Going on')
  if (result === null) return t('Ended by hand')
  return outcome === 'goal_missed' && result === 'talked' ? t('Talked, without the goal') : resultWords[result]
}
