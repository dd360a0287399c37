import type { Dialing } from '../../contract/dialing'
import { useChange } from '../stores/use-change'
import { useDesk, useDeskState } from '../stores/use-desk'
import { t } from '../words/words'

/** The texts that are shown before Stop all. */
export const stopAll = {
  question: (n: number) => t('Hang up {n, plural, one {# call} other {# calls}} and stop every campaign?', { n }),
  why: t('People on the line are cut off. Leads keep their place.'),
  goOn: t('To go on: resume dialing, then start the campaigns again.'),
}

/** Pauses, resumes or halts dialing. */
export function useDialing() {
  const { client, ask, stop } = useDesk()
  const stopping = useDeskState(state => state.stopping?.kind ?? null)
  const pause = useChange(() => stop('pause'))
  const resume = useChange(() => client.dialing.resume({}), {
    assume: (_, shown) =>
      shown.change<Dialing>(ask.dialing.get.key(), dialing => ({ ...dialing, state: 'dialing', reason: null })),
  })
  const halt = useChange(() => stop('halt'))
  return {
    pause: () => pause.run(undefined),
    resume: () => resume.run(undefined),
    /** Returns what it did, in the service's words. */
    halt: () => halt.run(undefined),
    failed: pause.failed ?? resume.failed ?? halt.failed,
    /** Stops showing why the last change was refused. */
    dismiss() {
      for (const change of [pause, resume, halt]) change.dismiss()
    },
    /** What is being done. */
    stopping,
    isBusy: stopping !== null || resume.isBusy,
  }
}
