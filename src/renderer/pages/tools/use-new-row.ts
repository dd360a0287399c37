import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus into the first field of a row that was added to a list of fields. `n` is how many rows there are. */
export function useNewRow(n: number): { ref: RefObject<HTMLDivElement | null> } {
  const ref = useRef<HTMLDivElement>(null)
  const before = useRef(n)
  useEffect(() => {
    const wasAdded = n === before.current + 1 && ref.current?.contains(document.activeElement)
    before.current = n
    if (wasAdded) [...ref.current!.children].at(-2)?.querySelector('input')?.focus()
  }, [n])
  return { ref }
}
