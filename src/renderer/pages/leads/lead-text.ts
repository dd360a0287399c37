import type { LeadAttempt, LeadStatus } from '../../../contract/leads'
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

const outcomes: Record<string, string> = {
  talked: t('Talked to'),
  goal_missed: t('Talked, without the goal'),
  voicemail: t('Voicemail'),
  busy: t('Busy'),
  no_answer: t('No answer'),
  failed: t('Failed'),
  interrupted: t('Cut off while talking'),
  given_up: t('Ended by hand'),
}

/** How an attempt ended. One that the console does not know is shown as the service wrote it. */
export const attemptInWords = ({ outcome }: LeadAttempt) =>
  outcome === null ? t('Going on') : (outcomes[outcome] ?? outcome)
