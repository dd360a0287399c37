import type { CallSummary } from '../../../contract/calls'
import { isOnLine } from '../../../contract/statuses'
import { Duration, Time } from '../../parts/values'
import { useClock, wholeSecond } from '../../stores/use-clock'

/** How long the call has been talking so far, or ringing. */
export function Running({ call }: { call: Pick<CallSummary, 'answered_at' | 'created_at'> }) {
  const since = wholeSecond(Date.parse(call.answered_at ?? call.created_at))
  return <Duration seconds={useClock(now => Math.max(0, (now - since) / 1000))} />
}

/** When a call began and how long it has been running, or for a call that is over how long it talked. */
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
