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
  IconUserOff,
} from '@tabler/icons-react'

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
    created: state('idle', IconCircleDashed, 'Not started'),
    scheduled: state('queued', IconClockHour4, 'Queued'),
    rescheduled: state('queued', IconRepeat, 'Will retry'),
    processing: state('live', IconPhoneCallFilled, 'On the phone', true),
    completed: state('good', IconCircleCheckFilled, 'Done'),
    'reached-max-retries': state('warn', IconRepeatOff, 'Not reached'),
    blacklisted: state('idle', IconBan, 'Blacklisted'),
  },
  call: {
    initiated: state('live', IconLoader, 'Starting', true),
    ringing: state('live', IconPhoneRinging, 'Ringing', true),
    'in-progress': state('live', IconPhoneCallFilled, 'Talking', true),
    ended: state('live', IconHourglass, 'Evaluating', true),
    completed: state('good', IconCircleCheckFilled, 'Completed'),
    ended_by_customer: state('good', IconCircleCheckFilled, 'They hung up'),
    ended_by_assistant: state('good', IconCircleCheckFilled, 'We hung up'),
    voicemail: state('idle', IconMailbox, 'Voicemail', false, 'ended_by_assistant'),
    'no-answer': state('warn', IconUserOff, 'No answer'),
    busy: state('warn', IconPhonePause, 'Busy'),
    failed: state('bad', IconCircleXFilled, 'Failed'),
  },
  campaign: {
    draft: state('idle', IconPencil, 'Draft'),
    'in-progress': state('live', IconPhoneCallFilled, 'Running', true),
    waiting: state('queued', IconClockHour4, 'Waiting', false, 'in-progress'),
    stopped: state('idle', IconPlayerStopFilled, 'Stopped'),
    'stopped-itself': state('bad', IconAlertTriangleFilled, 'Stopped itself', false, 'stopped'),
    completed: state('good', IconCircleCheckFilled, 'Completed'),
  },
  delivery: {
    pending: state('queued', IconClockHour4, 'Waiting'),
    delivering: state('live', IconSend, 'Sending', true),
    delivered: state('good', IconCircleCheckFilled, 'Delivered'),
    dead: state('bad', IconCircleXFilled, 'Gave up'),
  },
  sms: {
    queued: state('queued', IconClockHour4, 'Waiting'),
    sent: state('live', IconSend, 'Sent'),
    delivered: state('good', IconCircleCheckFilled, 'Delivered'),
    failed: state('bad', IconCircleXFilled, 'Failed'),
    received: state('idle', IconPhoneIncoming, 'Received'),
  },
  number: {
    active: state('good', IconCircleCheckFilled, 'Active'),
    past_due: state('warn', IconAlertTriangleFilled, 'Payment due'),
    suspended: state('bad', IconCircleXFilled, 'Suspended'),
    cancelling: state('idle', IconHourglass, 'Leaving'),
  },
  assistant: {
    active: state('good', IconCircleCheckFilled, 'Active'),
    inactive: state('idle', IconCircleDashed, 'Inactive'),
  },
  document: {
    processing: state('live', IconLoader, 'Reading', true),
    active: state('good', IconCircleCheckFilled, 'Ready'),
    failed: state('bad', IconCircleXFilled, 'Failed'),
  },
  dialing: {
    dialing: state('live', IconPhoneCallFilled, 'Dialing', true),
    paused: state('warn', IconPlayerPauseFilled, 'Paused'),
    halted: state('bad', IconPlayerStopFilled, 'Halted'),
    offline: state('idle', IconPlugConnectedX, 'Offline'),
  },
} as const satisfies Record<string, Record<string, State>>

export type Kind = keyof typeof states
export type Name<K extends Kind> = keyof (typeof states)[K] & string
