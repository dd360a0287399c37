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
  | 'end' // the leg has ended; evaluation may still run
  | 'complete'
  | 'endByCustomer'
  | 'endByAssistant'
  | 'cutOff' // a failure ended it during the conversation

/** The states of a call. Late and repeated reports of carriers are ignored, because the table does not allow them. */
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

/** A call that is not final. SQLite uses a partial index only if the query contains its condition as the schema has it. */
export const isOpen = sql`status IN ('initiated', 'ringing', 'in-progress', 'ended')`
/** Final calls; the condition of the index for totals. */
export const isFinal = sql`status NOT IN ('initiated', 'ringing', 'in-progress', 'ended')`

/** A call that uses a line, or waits for one. */
export const isOnLine = sql`${isOpen} AND status <> 'ended'`

/** Whether a call is not final yet. */
export const isLive = ({ status }: { status: CallStatus }) => Object.keys(callMoves[status]).length > 0
