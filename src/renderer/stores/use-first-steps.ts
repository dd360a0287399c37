import { useQuery } from '@tanstack/react-query'
import type { FirstSteps } from '../../contract/first-steps'
import type { FirstStepCode } from '../../contract/statuses'
import { useChange } from './use-change'
import { useDesk } from './use-desk'

export type FirstStep = FirstSteps['steps'][number]

/** The first steps on a new desk. They are not asked for any more once they are finished, which is for good. */
export function useFirstSteps() {
  const { ask } = useDesk()
  return useQuery({
    ...ask.firstSteps.get.queryOptions({ input: {} }),
    enabled: ({ state }) => state.data?.state !== 'finished',
  })
}

/** The step to take now: the first that is neither done nor put off. */
export const stepNow = (steps: readonly FirstStep[]): FirstStep | undefined =>
  steps.find(({ state }) => state === 'open')

/** Puts the first steps away, or shows them again. */
export function usePutStepsAway(onDone?: () => void) {
  const { ask, client } = useDesk()
  return useChange((put_away: boolean) => client.firstSteps.update({ put_away }), {
    assume: (put_away, { change }) =>
      change<FirstSteps>(ask.firstSteps.get.key(), steps =>
        steps.state === 'finished' ? steps : { ...steps, state: put_away ? 'put_away' : 'shown' },
      ),
    onDone,
  })
}

/** Puts a step off, or takes it up again. */
export function usePutStepOff() {
  const { ask, client } = useDesk()
  return useChange((change: { code: FirstStepCode; put_off: boolean }) => client.firstSteps.updateStep(change), {
    assume: ({ code, put_off }, { change }) =>
      change<FirstSteps>(ask.firstSteps.get.key(), known => ({
        ...known,
        steps: known.steps.map(step =>
          step.code === code && step.state !== 'done' ? { ...step, state: put_off ? 'put_off' : 'open' } : step,
        ),
      })),
  })
}
