import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Assumptions } from './assumed'
import { useDesk } from './use-desk'

interface Options<I, O> {
  /** Shows the change before the service has answered. It is taken back when the service refuses. */
  assume?: (input: I, shown: Pick<Assumptions, 'change'>) => void
  /** What a refusal is about, such as a record: when that has changed, the refusal is not shown any more. */
  about?: unknown
  onDone?: (answer: O, input: I) => void
}

export interface Change<I, O> {
  /**
   * Sent after the changes before it. The same change again does nothing while it is being sent. Undefined when it was
   * refused, or not sent.
   */
  run(input: I): Promise<O | undefined>
  isBusy: boolean
  /** Why the last change was refused. */
  failed: string | null
  /** Stops showing why it was refused. */
  dismiss(): void
}

/** Sends a change of the person's to the service, shows it at once, and says when it was refused. */
export function useChange<I, O>(
  send: (input: I) => Promise<O>,
  { assume, about, onDone }: Options<I, O> = {},
): Change<I, O> {
  const desk = useDesk()
  const last = useRef<{ input: string | undefined; settled: Promise<unknown> } | null>(null)
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: send,
    onMutate: (input: I) => {
      const shown = desk.assume()
      try {
        assume?.(input, shown)
      } catch (error) {
        // What cannot be shown at once is sent all the same.
        shown.takeBack()
        reportError(error)
      }
      return shown
    },
    onError: (_error, _input, shown) => shown?.takeBack(),
    onSuccess: (answer, input) => onDone?.(answer, input),
    onSettled: (_answer, _error, _input, shown) => shown?.settle(),
  })
  /** What the change was about when it was sent, before anything was assumed. */
  const sentAbout = useRef(about)
  const latestAbout = useRef(about)
  latestAbout.current = about
  const isStill = error !== null && JSON.stringify(sentAbout.current) === JSON.stringify(about)
  return {
    async run(input) {
      const before = last.current
      const told = JSON.stringify(input)
      // A key that is held down repeats before the busy state is rendered.
      if (before && before.input === told) return undefined
      const send = async () => {
        await before?.settled
        sentAbout.current = latestAbout.current
        return mutateAsync(input)
      }
      // Why it was refused is shown: `failed`.
      const settled = send().catch(() => undefined)
      const mine = { input: told, settled }
      last.current = mine
      const answer = await settled
      if (last.current === mine) last.current = null
      return answer
    },
    isBusy: isPending,
    failed: isStill ? error.message : null,
    dismiss: reset,
  }
}
