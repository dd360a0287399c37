import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../words/words'
import { RowAction } from './table/RowAction'

interface Props {
  /** The name for screen readers. */
  label?: string
  /** In a table row, where it is smaller and has no border. */
  inRow?: boolean
  /** The menu stays open after a click, for items that show a result. */
  staysOpen?: boolean
  /** Menu.Item and Menu.Divider. */
  children: ReactNode
}

/** The three dots with further actions, at the end of a page's header or of a table row. */
export const MoreMenu = ({ label = t('More'), inRow, staysOpen, children }: Props) => (
  <Menu closeOnItemClick={!staysOpen}>
    <Menu.Target>
      {inRow ? (
        <RowAction label={label}>
          <IconDots size={15} />
        </RowAction>
      ) : (
        <ActionIcon aria-label={label} size={30} variant="default">
          <IconDots size={16} />
        </ActionIcon>
      )}
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
