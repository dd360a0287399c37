import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isOnLine } from '../../../contract/statuses'
import { tell } from '../../parts/tell'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { type FirstStep, stepNow, usePutStepOff, usePutStepsAway } from '../../stores/use-first-steps'
import { t } from '../../words/words'
import { useTestCall } from './TestCall'

/** What the first steps share, however they are shown. It lives as long as Today is open. */
export function useGuide(steps: readonly FirstStep[]) {
  const { ask } = useDesk()
  /** The test call that was made or seen running here: it stays although its step is done. */
  const [watched, watch] = useState<number | null>(null)
  const [isMakingKey, setMakingKey] = useState(false)
  const [isTakingSamples, setTakingSamples] = useState(false)
  const settings = useDeskState(state => state.settings)
  const of = (code: FirstStep['code']) => steps.find(step => step.code === code)
  const putOff = usePutStepOff()
  const putAway = usePutStepsAway()
  const testStep = of('test_call')
  const test = useTestCall(of('assistant')?.about ?? null, watch)
  const call = watched ?? (testStep?.state === 'done' ? null : (testStep?.about?.id ?? null))
  const { data, error } = useQuery(ask.calls.get.queryOptions({ input: call === null ? skipToken : { id: call } }))
  // Until it is known, a call that was made just now runs.
  const isRunning = data ? isOnLine(data.status) || data.status === 'ended' : watched !== null && error === null
  useEffect(() => {
    if (isRunning) watch(call)
  }, [isRunning, call])
  return {
    steps,
    now: stepNow(steps),
    settings,
    test,
    /** The id of the test call to show. Null when there is none. */
    call,
    isWatching: watched !== null,
    isRunning,
    leaveCall: () => watch(null),
    putOff,
    putAway: {
      ...putAway,
      run: async () => {
        if (!(await putAway.run(true))) return
        tell(t('The first steps are put away. They are found again in the settings.'), () => putAway.run(false))
      },
    },
    isMakingKey,
    makeKey: () => setMakingKey(true),
    keyIsMade() {
      setMakingKey(false)
      watch(null)
    },
    isTakingSamples,
    setTakingSamples,
  }
}

export type Guide = ReturnType<typeof useGuide>
