import { Button, Combobox, Popover, TextInput, useCombobox } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ChangeEvent, type ComponentProps, type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { t } from '../words/words'
import css from './FilterChip.module.css'
import { dayAndMonth } from './format'

/** With more options than this, there is a search field. */
const MAX_WITHOUT_SEARCH = 8

interface Option {
  value: string
  word: string
}

/** A filter with one chosen option. `options` is null while they are loaded. */
export function FilterChip({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string | undefined
  options: Option[] | null
  onChange: (value: string | undefined) => void
}) {
  const [search, setSearch] = useState('')
  const isLong = (options?.length ?? 0) > MAX_WITHOUT_SEARCH
  const combobox = useCombobox({
    onDropdownOpen: () => {
      if (isLong) combobox.focusSearchInput()
      combobox.updateSelectedOptionIndex('active')
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
  })
  const found = (options ?? []).filter(option => option.word.toLowerCase().includes(search.trim().toLowerCase()))
  const word =
    value === undefined ? undefined : (options?.find(option => option.value === value)?.word ?? (options ? value : '…'))
  return (
    <Combobox
      store={combobox}
      width={220}
      position="bottom-start"
      shadow="md"
      transitionProps={{ duration: 0 }}
      onOptionSubmit={chosen => {
        onChange(chosen)
        combobox.closeDropdown()
        combobox.focusTarget()
      }}
    >
      <Combobox.Target targetType="button">
        <ChipButton
          label={label}
          word={word}
          onClear={() => onChange(undefined)}
          onOpen={() => combobox.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {isLong && (
          <Combobox.Search
            aria-label={t('Search in {label}', { label })}
            placeholder={t('Search')}
            value={search}
            onChange={event => {
              setSearch(event.currentTarget.value)
              combobox.selectFirstOption()
            }}
          />
        )}
        <Combobox.Options aria-label={label} mah={260} style={{ overflowY: 'auto' }}>
          {found.map(option => (
            <Combobox.Option key={option.value} value={option.value} active={option.value === value}>
              {option.word}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{options ? t('Nothing by that name') : t('Loading')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

export interface Days {
  /** Whole days such as 2026-02-23, both included. */
  from?: string
  to?: string
}

/** A filter of days, with buttons for common spans and two fields for any span. */
export function DaysChip({
  label,
  value,
  today,
  errors,
  onChange,
}: {
  label: string
  value: Days
  today: string
  errors?: { from?: string; to?: string }
  onChange: (value: Days) => void
}) {
  const [opened, setOpened] = useState(false)
  // A date is typed part by part. It is submitted by Enter or when the field is left.
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(old => ({ ...old, from: value.from })), [value.from])
  useEffect(() => setTyped(old => ({ ...old, to: value.to })), [value.to])
  const submit = () => (typed.from !== value.from || typed.to !== value.to) && onChange(typed)
  const field = (end: 'from' | 'to') => ({
    type: 'date',
    value: isDay.test(typed[end] ?? '') ? typed[end] : '',
    error: errors?.[end],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const day = event.currentTarget.value || undefined
      setTyped(old => ({ ...old, [end]: day }))
    },
    onBlur: submit,
    onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && submit(),
  })
  const presets: [string, Days][] = [
    [t('Today'), { from: today, to: today }],
    [t('Yesterday'), { from: dayBefore(today, 1), to: dayBefore(today, 1) }],
    [t('Last 7 days'), { from: dayBefore(today, 6), to: today }],
  ]
  const preset = presets.find(([, days]) => days.from === value.from && days.to === value.to)?.[0]
  const choose = (days: Days) => {
    onChange(days)
    setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={setOpened} onClose={submit} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <ChipButton
          label={label}
          word={preset ?? spanInWords(value)}
          onClear={() => onChange({})}
          onOpen={() => setOpened(open => !open)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <div className={css.days}>
          <div className={css.presets}>
            {presets.map(([word, days]) => (
              <Button key={word} size="xs" onClick={() => choose(days)}>
                {word}
              </Button>
            ))}
          </div>
          <div className={css.range}>
            <TextInput label={t('From')} {...field('from')} />
            <TextInput label={t('To')} {...field('to')} />
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface ChipProps {
  label: string
  /** The word for the chosen value. Undefined when nothing is chosen. */
  word: string | undefined
  onClear: () => void
}

/** A button with a dashed border. With a value it has a solid border, the value, and a button that removes it. */
function Chip({
  label,
  word,
  onClear,
  button,
}: ChipProps & { button: ComponentProps<'button'> & { ref?: Ref<HTMLButtonElement> } }) {
  return (
    <span className={css.chip} data-on={word !== undefined || undefined}>
      <button type="button" {...button} className={css.open}>
        {word === undefined && <IconPlus size={12} aria-hidden />}
        {label}
        {word !== undefined && <b>{word}</b>}
      </button>
      {word !== undefined && (
        <button
          type="button"
          className={css.clear}
          aria-label={t('Remove the filter {label}', { label })}
          onClick={onClear}
        >
          <IconX size={12} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** Passes the props of a dropdown's target to the button that opens it. */
export function ChipButton({
  label,
  word,
  onClear,
  onOpen,
  ...button
}: ChipProps & { onOpen: () => void } & ComponentProps<'button'> & { ref?: Ref<HTMLButtonElement> }) {
  return <Chip label={label} word={word} onClear={onClear} button={{ ...button, onClick: onOpen }} />
}

function dayBefore(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() - days)
  return moment.toISOString().slice(0, 10)
}

const isDay = /^\d{4}-\d\d-\d\d$/

/** `23 Feb`. A text that is no day is not changed. */
function shortDay(day: string): string {
  const moment = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(moment.getTime())) return day
  return dayAndMonth(moment, 'UTC')
}

function spanInWords({ from, to }: Days): string | undefined {
  if (from && to) return from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`
  if (from) return t('from {day}', { day: shortDay(from) })
  return to && t('until {day}', { day: shortDay(to) })
}
