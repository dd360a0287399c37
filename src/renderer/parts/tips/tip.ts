import type { ReactNode, RefCallback } from 'react'

export interface TipOptions {
  side?: 'top' | 'right'
  /** Milliseconds for which the pointer or the focus rests before the tooltip opens. */
  delay?: number
  /** A word of the API, shown before the text in the font of code. */
  code?: string
}

const DELAY = 350
/** For charts, whose columns are read one after the other. */
export const SHORT_DELAY = 60

/**
 * The props of an element with a tooltip. Without a text it has none. It costs nothing until it is shown: one layer shows
 * the tooltips of all elements (`TipLayer`).
 */
export const tip = (text: string | null | undefined | false, { side, delay, code }: TipOptions = {}) => ({
  'data-tip': text || (code ? '' : undefined),
  'data-tip-code': code,
  'data-tip-side': side,
  'data-tip-delay': delay,
})

/** The props of an element whose own text is its tooltip, and only while it is cut. */
export const cutTip = { 'data-tip-cut': true }

const contents = new WeakMap<Element, () => ReactNode>()
const watchers = new Set<(element: Element) => void>()

/** The props of an element whose tooltip is more than a text, or is costly to make. `render` is called when it is shown. */
export function richTip(render: () => ReactNode, { side, delay }: Omit<TipOptions, 'code'> = {}) {
  const ref: RefCallback<Element> = element => {
    if (!element) return
    contents.set(element, render)
    for (const changed of watchers) changed(element)
  }
  return { ...tip(null, { side, delay }), 'data-tip': '', ref }
}

/** Calls the listener when the content of a rich tooltip is given anew. Returns a function that ends this. */
export function watchRichTips(changed: (element: Element) => void): () => void {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

export interface Tip {
  target: Element
  code: string | null
  content: ReactNode
  /** All of it as a text. Null for a rich tooltip. */
  text: string | null
  side: 'top' | 'right'
}

/** The tooltip that an element has now, or null. */
export function tipOf(target: Element): Tip | null {
  const given = target.getAttribute('data-tip')
  const side = target.getAttribute('data-tip-side') === 'right' ? 'right' : 'top'
  const render = given === '' && contents.get(target)
  if (render) return { target, code: null, content: render(), text: null, side }
  const text = given || (isCut(target) ? target.textContent : '')
  const code = target.getAttribute('data-tip-code')
  if (!text && !code) return null
  return { target, code, content: text, text: [code, text].filter(Boolean).join(' · '), side }
}

const isCut = (element: Element) => element.hasAttribute('data-tip-cut') && element.scrollWidth > element.clientWidth

const SELECTOR = '[data-tip], [data-tip-cut]'

/** The nearest element around a place that has a tooltip now. */
export function tippedAround(place: Element): Element | null {
  for (let found = place.closest(SELECTOR); found; found = found.parentElement?.closest(SELECTOR) ?? null)
    if (tipOf(found)) return found
  return null
}

export const delayOf = (element: Element) => Number(element.getAttribute('data-tip-delay') ?? DELAY)
