import { useEffect, useRef } from 'react'

type Step = (() => void) | undefined

/** Where the keys up and down have a use of their own. */
const own =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"], [role="slider"], [role="tablist"], audio, video'

const scrolls = (element: Element) =>
  element instanceof HTMLElement && element.tabIndex >= 0 && element.scrollHeight > element.clientHeight + 1

/**
 * The keys up and down go to the row before and after the open one, as in a mail program. Not while the person types, nor
 * where the focus is on what they scroll.
 */
export function useStepKeys(before: Step, after: Step) {
  const latest = useRef({ before, after })
  latest.current = { before, after }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event
      const { before, after } = latest.current
      const step = key === 'ArrowUp' ? before : key === 'ArrowDown' ? after : undefined
      if (!step || defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return
      if (target instanceof Element && (target.closest(own) || scrolls(target))) return
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return
      event.preventDefault()
      step()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
