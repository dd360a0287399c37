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

/** Searches on Enter or when the field is left. */
export function SearchField({ label, placeholder, width = 200, value, error, onSearch }: Props) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const search = () => typed.trim() !== value && onSearch(typed.trim())
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      w={width}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      error={error}
      onChange={event => setTyped(event.currentTarget.value)}
      onKeyDown={event => event.key === 'Enter' && search()}
      onBlur={search}
    />
  )
}
