import { ActionIcon } from '@mantine/core'
import { IconArrowsDiagonal, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { t } from '../words/words'
import { tip } from './tips/tip'

interface Step {
  word: string
  /** Undefined at the end of the list. */
  go: (() => void) | undefined
}

/** The actions of a pane beside a list: to the row above, to the row below, and to a page of its own. */
export const PaneSteps = ({ up, down, page }: { up: Step; down: Step; page?: string }) => (
  <>
    <ActionIcon aria-label={up.word} disabled={!up.go} onClick={up.go} {...tip(up.word)}>
      <IconChevronUp size={15} />
    </ActionIcon>
    <ActionIcon aria-label={down.word} disabled={!down.go} onClick={down.go} {...tip(down.word)}>
      <IconChevronDown size={15} />
    </ActionIcon>
    {page && (
      <ActionIcon component="a" href={page} aria-label={t('Open the whole page')} {...tip(t('Open the whole page'))}>
        <IconArrowsDiagonal size={15} />
      </ActionIcon>
    )}
  </>
)
