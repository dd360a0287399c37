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

/** Six roles. A state has one role, one icon and one word, wherever it is shown. */
export type Role = 'idle' | 'queued' | 'live' | 'good' | 'warn' | 'bad'
export interface State {
  role: Role
  icon: Icon
  word: string
  moving?: boolean
  api?: string
}

/** `api` is given where the console tells apart what the API spells alike. */
const s = (role: Role, icon: Icon, word: string, moving?: boolean, api?: string): State => ({
  role,
  icon,
  word,
  moving,
  api,
})

export const states = {
  lead: {
    created: s('idle', IconCircleDashed, 'Not started'),
    scheduled: s('queued', IconClockHour4, 'In line'),
    rescheduled: s('queued', IconRepeat, 'Will retry'),
    processing: s('live', IconPhoneCallFilled, 'On the phone', true),
    completed: s('good', IconCircleCheckFilled, 'Done'),
    'reached-max-retries': s('warn', IconRepeatOff, 'Not reached'),
    blacklisted: s('idle', IconBan, 'Do not call'),
  },
  call: {
    initiated: s('live', IconLoader, 'Starting', true),
    ringing: s('live', IconPhoneRinging, 'Ringing', true),
    'in-progress': s('live', IconPhoneCallFilled, 'Talking', true),
    ended: s('live', IconHourglass, 'Evaluating', true),
    completed: s('good', IconCircleCheckFilled, 'Completed'),
    ended_by_customer: s('good', IconCircleCheckFilled, 'They hung up'),
    ended_by_assistant: s('good', IconCircleCheckFilled, 'We hung up'),
    voicemail: s('idle', IconMailbox, 'Voicemail', false, 'ended_by_assistant'),
    'no-answer': s('warn', IconUserOff, 'No answer'),
    busy: s('warn', IconPhonePause, 'Busy'),
    failed: s('bad', IconCircleXFilled, 'Failed'),
  },
  campaign: {
    draft: s('idle', IconPencil, 'Draft'),
    'in-progress': s('live', IconPhoneCallFilled, 'Running', true),
    waiting: s('queued', IconClockHour4, 'Waiting', false, 'in-progress'),
    stopped: s('idle', IconPlayerStopFilled, 'Stopped'),
    'stopped-itself': s('bad', IconAlertTriangleFilled, 'Stopped itself', false, 'stopped'),
    completed: s('good', IconCircleCheckFilled, 'Completed'),
  },
  delivery: {
    pending: s('queued', IconClockHour4, 'Waiting'),
    delivering: s('live', IconSend, 'Sending', true),
    delivered: s('good', IconCircleCheckFilled, 'Delivered'),
    dead: s('bad', IconCircleXFilled, 'Gave up'),
  },
  sms: {
    queued: s('queued', IconClockHour4, 'Waiting'),
    sent: s('live', IconSend, 'Sent'),
    delivered: s('good', IconCircleCheckFilled, 'Delivered'),
    failed: s('bad', IconCircleXFilled, 'Failed'),
    received: s('idle', IconPhoneIncoming, 'Received'),
  },
  number: {
    active: s('good', IconCircleCheckFilled, 'Active'),
    past_due: s('warn', IconAlertTriangleFilled, 'Payment due'),
    suspended: s('bad', IconCircleXFilled, 'Suspended'),
    cancelling: s('idle', IconHourglass, 'Leaving'),
  },
  assistant: { active: s('good', IconCircleCheckFilled, 'Active'), inactive: s('idle', IconCircleDashed, 'Inactive') },
  document: {
    processing: s('live', IconLoader, 'Reading', true),
    active: s('good', IconCircleCheckFilled, 'Ready'),
    failed: s('bad', IconCircleXFilled, 'Failed'),
  },
  dialing: {
    dialing: s('live', IconPhoneCallFilled, 'Dialing', true),
    paused: s('warn', IconPlayerPauseFilled, 'Paused'),
    halted: s('bad', IconPlayerStopFilled, 'Halted'),
    offline: s('idle', IconPlugConnectedX, 'Offline'),
  },
} as const satisfies Record<string, Record<string, State>>

export type Kind = keyof typeof states
export type Name<K extends Kind> = keyof (typeof states)[K] & string
