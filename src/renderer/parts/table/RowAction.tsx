import { ActionIcon } from '@mantine/core'
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import { tip } from '../tips/tip'

/** Tab skips the actions of other rows. The keyboard reaches them when it is in their row. */
export const ActionTabIndex = createContext<0 | -1>(0)

interface Props extends Omit<ComponentProps<'button'>, 'children' | 'color' | 'style'> {
  /** The name, with the row's name, such as `Hang up on Priya Nair`. */
  label: string
  /** The tooltip: the action without the row's name. */
  word?: string | false
  /** Makes it a link. */
  href?: string
  children: ReactNode
}

/** An icon among the actions of a table row. */
export function RowAction({ label, word, href, children, ...props }: Props) {
  const tabIndex = useContext(ActionTabIndex)
  const shared = { 'aria-label': label, tabIndex, ...tip(word) }
  if (href !== undefined)
    return (
      <ActionIcon component="a" href={href} {...shared}>
        {children}
      </ActionIcon>
    )
  return (
    <ActionIcon {...props} {...shared}>
      {children}
    </ActionIcon>
  )
}
