import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

interface Props {
  label: string
  placeholder: string
  width?: number
  value: string
  error?: string
  onSearch: (value: string) => void
}

/** Searches on Enter or when it is left; the field itself stays, and with it the focus. */
export function SearchField({ label, placeholder, width = 200, value, error, onSearch }: Props) {
  const [draft, setDraft] = useState(value)
  useEffect(() => setDraft(value), [value])
  const search = () => draft.trim() !== value && onSearch(draft.trim())
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      w={width}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={draft}
      error={error}
      onChange={event => setDraft(event.currentTarget.value)}
      onKeyDown={event => event.key === 'Enter' && search()}
      onBlur={search}
    />
  )
}
