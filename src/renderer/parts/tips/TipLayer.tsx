import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { delayOf, type Tip, tipOf, tippedAround, watchRichTips } from './tip'
import css from './tips.module.css'

/**
 * Shows the tooltip of the element under the pointer or with the keyboard's focus. There is one for the whole console,
 * because a floating element for each cell of a table costs more than the table.
 */
export function TipLayer() {
  const [shown, setShown] = useState<Tip | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => followPointerAndFocus(setShown), [])

  const target = shown?.target
  useEffect(() => {
    if (!target) return
    /** Does nothing when this tooltip was closed in the meantime. */
    const replace = (by: (old: Tip) => Tip | null) => setShown(old => (old?.target === target ? by(old) : old))
    // What it says may change while it is shown, and its element may go.
    const observer = new MutationObserver(() => {
      const now = target.isConnected ? tipOf(target) : null
      replace(old => (now && old.text === now.text ? old : now))
    })
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['data-tip', 'data-tip-code'],
    })
    const stop = watchRichTips(changed => changed === target && replace(() => tipOf(target)))
    return () => {
      observer.disconnect()
      stop()
    }
  }, [target])

  useLayoutEffect(() => {
    const element = box.current
    if (!shown || !element) return
    const place = async () => {
      const { x, y } = await computePosition(shown.target, element, {
        strategy: 'fixed',
        placement: shown.side,
        middleware: [offset(6), flip(), shift({ padding: 4 })],
      })
      Object.assign(element.style, { left: `${x}px`, top: `${y}px`, visibility: 'visible' })
    }
    // A scroll closes it, so it is not followed.
    return autoUpdate(shown.target, element, () => void place(), { ancestorScroll: false })
  }, [shown])

  const text = shown?.text
  useEffect(() => {
    if (!target || saysItself(target, text ?? null)) return
    const before = target.getAttribute('aria-describedby')
    target.setAttribute('aria-describedby', before ? `${before} ${id}` : id)
    return () => {
      const others = (target.getAttribute('aria-describedby') ?? '').split(' ').filter(one => one && one !== id)
      if (others.length > 0) target.setAttribute('aria-describedby', others.join(' '))
      else target.removeAttribute('aria-describedby')
    }
  }, [target, text, id])

  if (!shown) return null
  return createPortal(
    <div ref={box} id={id} role="tooltip" className={css.tip}>
      {shown.code && <span className="mono">{shown.code}</span>}
      {shown.code && shown.content && ' · '}
      {shown.content}
    </div>,
    document.body,
  )
}

/** Whether a screen reader says the text already, as the name or the content of the element. */
const saysItself = (target: Element, text: string | null) =>
  text !== null && (target.getAttribute('aria-label') === text || target.textContent === text)

/** Tells which tooltip to show, and null for none. Returns a function that ends this. */
function followPointerAndFocus(show: (tip: Tip | null) => void): () => void {
  const end = new AbortController()
  const options = { signal: end.signal, capture: true, passive: true }
  let wanted: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpen = false
  /** It does not open again before the pointer or the focus has left the element. */
  const close = () => {
    clearTimeout(timer)
    timer = undefined
    if (isOpen) show(null)
    isOpen = false
  }
  const openSoon = (element: Element) => {
    timer = setTimeout(() => {
      timer = undefined
      isOpen = true
      show(element.isConnected ? tipOf(element) : null)
    }, delayOf(element))
  }
  const want = (element: Element | null) => {
    if (element === wanted) return
    close()
    wanted = element
    if (element) openSoon(element)
  }
  const on = <K extends keyof DocumentEventMap>(type: K, react: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(type, react, options)

  on('pointerover', ({ target, pointerType }) => {
    if (pointerType !== 'touch' && target instanceof Element) want(tippedAround(target))
  })
  on('pointerout', ({ relatedTarget }) => {
    if (relatedTarget === null) want(null)
  })
  on('focusin', ({ target }) => {
    // Where a click has put the focus, the pointer is.
    if (target instanceof Element && target.matches(':focus-visible')) want(tippedAround(target))
  })
  on('focusout', ({ target }) => {
    if (target instanceof Element && wanted?.contains(target)) want(null)
  })
  on('keydown', ({ key }) => {
    if (key === 'Escape') close()
  })
  on('scroll', ({ target }) => {
    if (!wanted || !(target instanceof Node && target.contains(wanted))) return
    // The scroll that has brought the element to the pointer ends after the pointer has come.
    const isPending = timer !== undefined
    close()
    if (isPending) openSoon(wanted)
  })
  return () => {
    end.abort()
    clearTimeout(timer)
  }
}
