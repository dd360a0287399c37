import { useCallback, useState } from 'react'
import { tell } from '../../parts/tell'
import { useDeskState } from '../../stores/use-desk'
import { type FirstStep, stepNow, usePutStepOff, usePutStepsAway } from '../../stores/use-first-steps'
import { t } from '../../words/words'
import { useTestCall } from './TestCall'

/** What the first steps share, however they are shown. It lives as long as Today is open. */
export function useGuide(steps: readonly FirstStep[]) {
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
  return {
    steps,
    now: stepNow(steps),
    settings,
    test,
    /** The id of the test call to show. Null when there is none. */
    call,
    isWatching: watched !== null,
    keepCall: useCallback(() => watch(call), [call]),
    leaveCall: () => watch(null),
    putOff,
    putAway: {
      ...putAway,
      run: async () => {
        await putAway.run(true)
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
