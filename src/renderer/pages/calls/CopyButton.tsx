import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Copies a text to the clipboard, and says so for a moment. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 1500 })
  const label = error ? 'The clipboard cannot be written to' : copied ? 'Copied' : `Copy ${what}`
  return (
    <Tooltip label={label}>
      <ActionIcon size={20} aria-label={label} onClick={() => copy(text)}>
        {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
      </ActionIcon>
    </Tooltip>
  )
}
