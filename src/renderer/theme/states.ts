import {
  type Icon,
  IconAlertTriangleFilled,
  IconBan,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleXFilled,
  IconClockHour4,
  IconHourglass,
  IconLoader,
  IconMailbox,
  IconMessageChatbot,
  IconPencil,
  IconPhoneCallFilled,
  IconPhoneIncoming,
  IconPhonePause,
  IconPhoneRinging,
  IconPlayerPauseFilled,
  IconPlayerStopFilled,
  IconPlugConnectedX,
  IconRepeat,
  IconRepeatOff,
  IconSend,
  IconUser,
  IconUserOff,
} from '@tabler/icons-react'
import type { LeadStatus } from '../../contract/leads'
import { t } from '../words/words'

/** Six roles, each with its own colours. A state has the same role, icon and word everywhere. */
export type Role = 'idle' | 'queued' | 'live' | 'good' | 'warn' | 'bad'
export interface State {
  role: Role
  icon: Icon
  word: string
  moving?: boolean
  api?: string
}

/** `api` is the API's name of the state, given where the console has two states for one of the API. */
const state = (role: Role, icon: Icon, word: string, moving?: boolean, api?: string): State => ({
  role,
  icon,
  word,
  moving,
  api,
})

export const states = {
  lead: {
    created: state('idle', IconCircleDashed, t('Not started')),
    scheduled: state('queued', IconClockHour4, t('In line')),
    rescheduled: state('queued', IconRepeat, t('Will retry')),
    processing: state('live', IconPhoneCallFilled, t('On the phone'), true),
    completed: state('good', IconCircleCheckFilled, t('Done')),
    'reached-max-retries': state('warn', IconRepeatOff, t('Not reached')),
    blacklisted: state('idle', IconBan, t('Do not call')),
  },
  trunk: {
    registered: state('good', IconCircleCheckFilled, t('Registered')),
    ready: state('good', IconCircleCheckFilled, t('Ready')),
    connecting: state('live', IconLoader, t('Connecting'), true),
    refused: state('bad', IconCircleXFilled, t('Refused')),
    unreachable: state('bad', IconPlugConnectedX, t('Unreachable')),
    off: state('idle', IconCircleDashed, t('Off')),
  },
  call: {
    initiated: state('live', IconLoader, t('Starting'), true),
    ringing: state('live', IconPhoneRinging, t('Ringing'), true),
    'in-progress': state('live', IconPhoneCallFilled, t('Talking'), true),
    ended: state('live', IconHourglass, t('Evaluating'), true),
    completed: state('good', IconCircleCheckFilled, t('Completed')),
    ended_by_customer: state('good', IconCircleCheckFilled, t('They hung up')),
    ended_by_assistant: state('good', IconCircleCheckFilled, t('We hung up')),
    voicemail: state('idle', IconMailbox, t('Voicemail'), false, 'ended_by_assistant'),
    'no-answer': state('warn', IconUserOff, t('No answer')),
    busy: state('warn', IconPhonePause, t('Busy')),
    failed: state('bad', IconCircleXFilled, t('Failed')),
  },
  campaign: {
    draft: state('idle', IconPencil, t('Draft')),
    'in-progress': state('live', IconPhoneCallFilled, t('Running'), true),
    waiting: state('queued', IconClockHour4, t('Waiting'), false, 'in-progress'),
    stopped: state('idle', IconPlayerStopFilled, t('Stopped')),
    'stopped-itself': state('bad', IconAlertTriangleFilled, t('Stopped itself'), false, 'stopped'),
    completed: state('good', IconCircleCheckFilled, t('Completed')),
  },
  delivery: {
    pending: state('queued', IconClockHour4, t('Waiting')),
    delivering: state('live', IconSend, t('Sending'), true),
    delivered: state('good', IconCircleCheckFilled, t('Delivered')),
    dead: state('bad', IconCircleXFilled, t('Gave up')),
  },
  sms: {
    queued: state('queued', IconClockHour4, t('Waiting')),
    sent: state('live', IconSend, t('Sent')),
    delivered: state('good', IconCircleCheckFilled, t('Delivered')),
    failed: state('bad', IconCircleXFilled, t('Failed')),
    received: state('idle', IconPhoneIncoming, t('Received')),
  },
  conversation: {
    assistant: state('queued', IconMessageChatbot, t('Assistant answers'), false, 'ai_enabled'),
    person: state('live', IconUser, t('A person answers'), false, 'ai_disabled'),
    ended: state('idle', IconCircleDashed, t('Ended')),
  },
  number: {
    active: state('good', IconCircleCheckFilled, t('Active')),
    past_due: state('warn', IconAlertTriangleFilled, t('Payment due')),
    suspended: state('bad', IconCircleXFilled, t('Suspended')),
    cancelling: state('idle', IconHourglass, t('Leaving')),
  },
  assistant: {
    active: state('good', IconCircleCheckFilled, t('Active')),
    inactive: state('idle', IconCircleDashed, t('Inactive')),
  },
  knowledge: {
    empty: state('idle', IconCircleDashed, t('Empty')),
    processing: state('live', IconLoader, t('Reading'), true),
    active: state('good', IconCircleCheckFilled, t('Ready')),
    failed: state('bad', IconCircleXFilled, t('Incomplete')),
  },
  document: {
    processing: state('live', IconLoader, t('Reading'), true),
    active: state('good', IconCircleCheckFilled, t('Ready')),
    failed: state('bad', IconCircleXFilled, t('Failed')),
  },
  dialing: {
    dialing: state('live', IconPhoneCallFilled, t('Dialing'), true),
    paused: state('warn', IconPlayerPauseFilled, t('Paused')),
    halted: state('bad', IconPlayerStopFilled, t('Halted')),
    offline: state('idle', IconPlugConnectedX, t('Offline')),
  },
} as const satisfies Record<string, Record<string, State>>

export type Kind = keyof typeof states
export type Name<K extends Kind> = keyof (typeof states)[K] & string

/** How many leads are in each state, in the words of the states. `n` is written as the page writes numbers: `1,031 in line`. */
export const leadsIn: Record<LeadStatus, (n: string) => string> = {
  created: n => t('{n} not started', { n }),
  scheduled: n => t('{n} in line', { n }),
  rescheduled: n => t('{n} will retry', { n }),
  processing: n => t('{n} on the phone', { n }),
  completed: n => t('{n} done', { n }),
  'reached-max-retries': n => t('{n} not reached', { n }),
  blacklisted: n => t('{n} do not call', { n }),
}
