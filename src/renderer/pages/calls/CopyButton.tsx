import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { tip } from '../../parts/tips/tip'

/** Copies a text to the clipboard, and says so for a moment. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 1500 })
  const label = error ? 'The clipboard cannot be written to' : copied ? 'Copied' : `Copy ${what}`
  return (
    <ActionIcon size={20} aria-label={label} onClick={() => copy(text)} {...tip(label)}>
      {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
    </ActionIcon>
  )
}
