import { type CallSummary, isOnLine } from '../../../contract/calls'
import { Duration, Time } from '../../parts/values'
import { useClock, wholeSecond } from '../../stores/use-clock'

/** How long it has been talked, or rung. */
export function Running({ call }: { call: Pick<CallSummary, 'answered_at' | 'created_at'> }) {
  const since = wholeSecond(Date.parse(call.answered_at ?? call.created_at))
  return <Duration seconds={useClock(now => Math.max(0, (now - since) / 1000))} />
}

/** When a call began, and how long it has been going on, or how long was talked. */
export function CallTime({ call }: { call: CallSummary }) {
  return (
    <>
      <Time at={call.created_at} />
      {isOnLine(call.status) ? (
        <>
          {' · '}
          <Running call={call} />
        </>
      ) : (
        call.duration > 0 && (
          <>
            {' · '}
            <Duration seconds={call.duration} />
          </>
        )
      )}
    </>
  )
}
