import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '../words/words'

/** It is searched when nothing was typed for so long, ms. With the answer and its rows it is well below what seems slow. */
const PAUSE = 90

interface Props {
  label: string
  placeholder: string
  width?: number | string
  /** What is searched for. */
  value: string
  error?: string
  /** How long it waits after the last key, ms. 0 for what is found within the page. */
  pause?: number
  onSearch: (value: string) => void
}

/** From the field to the first row of the table on the page, or the one that had the focus last. */
function toResults(event: KeyboardEvent<HTMLInputElement>) {
  const row = event.currentTarget.closest('#main')?.querySelector<HTMLElement>('tbody tr[tabindex="0"]')
  if (!row) return
  event.preventDefault()
  row.focus()
}

/** Searches while one types, a moment after the last key. Enter searches at once, Esc and the cross clear it. */
export function SearchField({ label, placeholder, width = 230, value, error, pause = PAUSE, onSearch }: Props) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  /** What was searched for last. Another value comes from elsewhere, such as a link, and is shown. */
  const searched = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** A filter may be chosen during the pause. The search is then one of the list with that filter. */
  const latest = useRef(onSearch)
  latest.current = onSearch
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (text: string) => {
    clearTimeout(timer.current)
    if (text.trim() === searched.current) return
    searched.current = text.trim()
    latest.current(searched.current)
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    if (pause === 0) search(text)
    else timer.current = setTimeout(() => search(text), pause)
  }
  const clear = () => {
    setTyped('')
    search('')
    field.current?.focus()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') search(typed)
    if (event.key === 'ArrowDown') toResults(event)
    if (event.key !== 'Escape' || typed === '') return
    // Esc would close what is around the field.
    event.stopPropagation()
    clear()
  }
  return (
    <TextInput
      ref={field}
      aria-label={label}
      // The key / brings the focus here.
      data-search
      placeholder={placeholder}
      w={width}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        typed !== '' && (
          <ActionIcon size={20} aria-label={t('Clear the search')} onClick={clear}>
            <IconX size={13} />
          </ActionIcon>
        )
      }
      value={typed}
      error={error}
      onChange={event => type(event.currentTarget.value)}
      onKeyDown={press}
    />
  )
}
