import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import css from '../DataTable.module.css'
import { scrollerOf } from './scroller'

/** Rows above and below those that are seen, so that a quick scroll shows no gap. */
const OVERSCAN = 12

interface Props {
  body: RefObject<HTMLTableSectionElement | null>
  count: number
  columns: number
  /** In pixels. */
  rowHeight: number
  /** This row is always there, so that it keeps the focus while others are looked at. */
  keep: number
  onRange?: (first: number, last: number) => void
  children: (index: number) => ReactNode
}

/** The rows that are seen, with space in the place of the others, so that the height never changes. */
export function VirtualRows({ body, count, columns, rowHeight, keep, onRange, children }: Props) {
  const [scroller, setScroller] = useState<Element | null>(null)
  const [top, setTop] = useState(0)
  useEffect(() => setScroller(scrollerOf(body.current!)), [body])
  const virtualizer = useVirtualizer<Element, HTMLTableRowElement>({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor: useCallback((range: Range) => withKept(defaultRangeExtractor(range), keep), [keep]),
  })
  // What stands above the table may grow, so its place is read again. Not during a scroll, which it would slow down.
  useLayoutEffect(() => {
    if (!scroller || virtualizer.isScrolling) return
    const place = body.current!.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
    setTop(Math.round(place))
  })
  const { startIndex: first, endIndex: last } = virtualizer.range ?? {}
  useEffect(() => {
    if (first !== undefined && last !== undefined) onRange?.(first, last)
  }, [first, last, onRange])

  const indexes = virtualizer.getVirtualIndexes()
  const space = (index: number, i: number) => {
    const rows = index - (i === 0 ? 0 : indexes[i - 1]! + 1)
    return rows > 0 && <Space key={`space ${i}`} columns={columns} height={rows * rowHeight} />
  }
  // One flat list, in which React knows rows by their keys.
  return [...indexes.flatMap((index, i) => [space(index, i), children(index)]), space(count, indexes.length)]
}

const Space = ({ columns, height }: { columns: number; height: number }) => (
  <tr className={css.space} aria-hidden>
    <td colSpan={columns} style={{ height }} />
  </tr>
)

/** The indexes with one more, in order. */
export const withKept = (indexes: number[], kept: number): number[] =>
  kept < 0 || indexes.includes(kept) ? indexes : [...indexes, kept].sort((a, b) => a - b)
