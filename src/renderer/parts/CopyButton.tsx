import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect } from 'react'
import { t } from '../words/words'
import { tip } from './tips/tip'

interface Props {
  text: string
  /** What it does. */
  word: string
  onCopied?: () => void
}

/** Copies a text to the clipboard, and says so for a moment. */
export function CopyButton({ text, word, onCopied }: Props) {
  const { copy, copied, error } = useClipboard({ timeout: 1500 })
  useEffect(() => {
    if (copied) onCopied?.()
  }, [copied, onCopied])
  const label = error ? t('The clipboard cannot be written to') : copied ? t('Copied') : word
  return (
    <ActionIcon size={20} aria-label={label} onClick={() => copy(text)} {...tip(label)}>
      {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
    </ActionIcon>
  )
}
