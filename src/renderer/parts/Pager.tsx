import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { count } from './format'
import css from './Pager.module.css'

interface Page {
  total: number
  from: number | null
  to: number | null
  last_page: number
}

interface Props {
  of: Page
  page: number
  /** The text after the numbers, such as `1,615 leads`. By default it is the total. */
  total?: string
  onTurn: (page: number) => void
}

/** Which part of a list is shown, and buttons for the pages before and after it. */
export const Pager = ({ of, page, total = count(of.total), onTurn }: Props) => (
  <>
    <span>{of.from === null ? 'Nothing on this page' : `${count(of.from)}–${count(of.to!)} of ${total}`}</span>
    <span className={css.turn}>
      <ActionIcon
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onTurn(Math.min(page - 1, of.last_page))}
      >
        <IconChevronLeft size={15} />
      </ActionIcon>
      <ActionIcon aria-label="Next page" disabled={page >= of.last_page} onClick={() => onTurn(page + 1)}>
        <IconChevronRight size={15} />
      </ActionIcon>
    </span>
  </>
)
