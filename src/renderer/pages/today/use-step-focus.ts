import { useEffect, useRef } from 'react'

/** When a step is done here, what had the focus is gone: it goes on to the next step. */
export function useStepFocus<E extends HTMLElement>(now: string | undefined) {
  const place = useRef<E>(null)
  const shown = useRef(now)
  useEffect(() => {
    if (shown.current === now) return
    shown.current = now
    if (document.activeElement && document.activeElement !== document.body) return
    place.current
      ?.querySelector<HTMLElement>('[aria-current="step"] :is(a, button, input)')
      ?.focus({ preventScroll: true })
  }, [now])
  return place
}
