import type { CallStatus } from '../../../contract/calls'
import { sql } from '../../store/sql'
import type { Moves } from '../kernel/state-machine'

export type CallEvent =
  | 'ring'
  | 'answer'
  | 'busy'
  | 'noAnswer'
  | 'fail'
  | 'abandon' // we hung up before it was answered
  | 'end' // the line is free again; evaluation may still run
  | 'complete'
  | 'endByCustomer'
  | 'endByAssistant'
  | 'cutOff' // it broke off while somebody was on the line

/** The life of a call. What is not here cannot happen: carriers report late, twice or never. */
export const callMoves: Moves<CallStatus, CallEvent> = {
  initiated: {
    ring: 'ringing',
    answer: 'in-progress',
    busy: 'busy',
    noAnswer: 'no-answer',
    fail: 'failed',
    abandon: 'ended_by_assistant',
  },
  ringing: {
    answer: 'in-progress',
    busy: 'busy',
    noAnswer: 'no-answer',
    fail: 'failed',
    abandon: 'ended_by_assistant',
  },
  'in-progress': { end: 'ended' },
  ended: {
    complete: 'completed',
    endByCustomer: 'ended_by_customer',
    endByAssistant: 'ended_by_assistant',
    cutOff: 'failed',
  },
  completed: {},
  busy: {},
  'no-answer': {},
  failed: {},
  ended_by_customer: {},
  ended_by_assistant: {},
}

/** Not final. Word for word the condition of the partial indexes: SQLite sees that they apply by this and nothing else. */
export const isOpen = sql`status IN ('initiated', 'ringing', 'in-progress', 'ended')`

/** Occupies a line, or waits for one. */
export const isOnLine = sql`${isOpen} AND status <> 'ended'`

/** Not final yet. */
export const isLive = ({ status }: { status: CallStatus }) => Object.keys(callMoves[status]).length > 0
