import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { t } from '../words/words'
import { tip } from './tips/tip'

/** Copies a text to the clipboard, and says so for a moment. `word` says what it does. */
export function CopyButton({ text, word }: { text: string; word: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 1500 })
  const label = error ? t('The clipboard cannot be written to') : copied ? t('Copied') : word
  return (
    <ActionIcon size={20} aria-label={label} onClick={() => copy(text)} {...tip(label)}>
      {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
    </ActionIcon>
  )
}
