import { useHotkeys } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import '@mantine/notifications/styles.css'
import { leaveWarnings, visitMessages } from '../parts/tell'
import css from './Works.module.css'

/** Between the messages and the edge of the window, in pixels. */
const EDGE = 16
/** Below the header. */
const TOP = 56

/** The messages in the corner. They never stand over what has the focus: they then stand at the top. F8 goes to them. */
export function Messages({ path }: { path: string }) {
  const [isAbove, setAbove] = useState(false)
  useEffect(() => leaveWarnings(path), [path])
  useEffect(() => {
    const look = () => setAbove(coversFocus)
    const grow = () => {
      // What lies below them can be scrolled to above them.
      const height = cornerOf()?.offsetHeight ?? 0
      document.documentElement.style.setProperty('--messages', height > 0 ? `${height + EDGE}px` : '0px')
      look()
    }
    const sizes = new ResizeObserver(grow)
    const corner = cornerOf()
    if (corner) sizes.observe(corner)
    addEventListener('focusin', look)
    addEventListener('resize', look)
    addEventListener('scroll', look, { capture: true, passive: true })
    return () => {
      sizes.disconnect()
      removeEventListener('focusin', look)
      removeEventListener('resize', look)
      removeEventListener('scroll', look, { capture: true })
    }
  }, [])
  useHotkeys([['F8', visitMessages]], [])
  return (
    <Notifications
      position="bottom-right"
      limit={4}
      classNames={{ root: isAbove ? `${css.messages} ${css.above}` : css.messages }}
    />
  )
}

const cornerOf = () => document.querySelector<HTMLElement>('.mantine-Notifications-root[data-position="bottom-right"]')

/** Whether the messages stand at the top, because at the bottom they would stand over what has the focus. `was`: before. */
function coversFocus(was: boolean): boolean {
  const corner = cornerOf()
  const focused = document.activeElement
  // They do not move away from under the mouse.
  if (!corner || !focused || focused === document.body || corner.contains(focused)) return was
  const { width, height } = corner.getBoundingClientRect()
  const field = focused.getBoundingClientRect()
  // A whole region that scrolls has the focus.
  if (height === 0 || field.height > innerHeight / 3) return false
  const works = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--works')) || 0
  const isBeside = field.right <= innerWidth - EDGE - width
  const bottom = innerHeight - EDGE - works
  const isOver = (from: number, to: number) => !isBeside && field.bottom > from && field.top < to
  return isOver(bottom - height, bottom) && !isOver(TOP, TOP + height)
}
