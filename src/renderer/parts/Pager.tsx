import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { t } from '../words/words'
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
    <span>
      {of.from === null
        ? t('Nothing on this page')
        : t('{from}–{to} of {total}', { from: count(of.from), to: count(of.to!), total })}
    </span>
    <span className={css.turn}>
      <ActionIcon
        aria-label={t('Previous page')}
        disabled={page <= 1}
        onClick={() => onTurn(Math.min(page - 1, of.last_page))}
      >
        <IconChevronLeft size={15} />
      </ActionIcon>
      <ActionIcon aria-label={t('Next page')} disabled={page >= of.last_page} onClick={() => onTurn(page + 1)}>
        <IconChevronRight size={15} />
      </ActionIcon>
    </span>
  </>
)
