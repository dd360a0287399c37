import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { t } from '../words/words'
import { ChipButton } from './FilterChip'
import css from './SavedFilters.module.css'
import { tell } from './tell'
import { tip } from './tips/tip'

type Filters = Record<string, string | undefined>

interface Saved {
  name: string
  filters: Record<string, string>
}

const MAX_NAME = 40
const keyOf = (list: string) => `callwright.filters.${list}`

/** What was kept by an earlier version, or by hand, may be anything. */
function read(list: string): Saved[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter(
      (one): one is Saved => typeof one?.name === 'string' && typeof one.filters === 'object' && one.filters !== null,
    )
  } catch {
    return []
  }
}

const given = (filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])))
const isSame = (a: Filters, b: Filters) =>
  JSON.stringify(Object.entries(given(a)).toSorted()) === JSON.stringify(Object.entries(given(b)).toSorted())

/**
 * Keeps the filters of a list under names, on this machine and for this browser. `list` says which list it is. `filters`:
 * those that are set, without the page.
 */
export function SavedFilters({
  list,
  filters,
  onChoose,
}: {
  list: string
  filters: Filters
  onChoose: (filters: Record<string, string>) => void
}) {
  const [saved, setSaved] = useState(() => read(list))
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  const shown = saved.find(one => isSame(one.filters, filters))
  const hasFilters = Object.keys(given(filters)).length > 0
  const keep = (all: Saved[]) => {
    localStorage.setItem(keyOf(list), JSON.stringify(all))
    setSaved(all)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted === '' || !hasFilters) return
    keep([...saved.filter(one => one.name !== wanted), { name: wanted, filters: given(filters) }])
    setName('')
    setOpened(false)
  }
  const remove = (gone: Saved) => {
    keep(saved.filter(one => one !== gone))
    tell(t('The saved filter “{name}” was removed', { name: gone.name }), async () => keep(saved))
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus width={260}>
      <Popover.Target>
        <ChipButton
          label={t('Saved')}
          word={shown?.name}
          onClear={() => onChoose({})}
          onOpen={() => setOpened(open => !open)}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <div className={css.saved}>
          {saved.length === 0 && <p className="dim">{t('No filters are saved yet.')}</p>}
          <ul>
            {saved.map(one => (
              <li key={one.name}>
                <button
                  type="button"
                  aria-current={one === shown || undefined}
                  onClick={() => {
                    onChoose(one.filters)
                    setOpened(false)
                  }}
                >
                  {one.name}
                </button>
                <ActionIcon
                  size={22}
                  aria-label={t('Remove the saved filter {name}', { name: one.name })}
                  onClick={() => remove(one)}
                  {...tip(t('Remove'))}
                >
                  <IconX size={13} />
                </ActionIcon>
              </li>
            ))}
          </ul>
          {hasFilters && !shown && (
            <form onSubmit={save} className={css.name}>
              <TextInput
                label={t('Save these filters as')}
                value={name}
                maxLength={MAX_NAME}
                onChange={event => setName(event.currentTarget.value)}
              />
              <Button type="submit" disabled={name.trim() === ''}>
                {t('Save')}
              </Button>
            </form>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
