import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useLayoutEffect, useState } from 'react'
import { t } from '../words/words'
import css from './AppFrame.module.css'
import { CommandPalette } from './CommandPalette'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the command palette, by its button or by Ctrl or Cmd+K. */
export function Search() {
  const [opened, setOpened] = useState(false)
  const [query, setQuery] = useState('')
  const toggle = () => setOpened(now => !now)
  // Before the next key: the palette's field gets the focus a moment later, and what is typed meanwhile is for it.
  useLayoutEffect(() => {
    if (!opened) return
    const collect = (event: KeyboardEvent) => {
      if (document.activeElement instanceof HTMLInputElement && isInDialog(document.activeElement)) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key.length === 1) setQuery(typed => typed + event.key)
      else if (event.key === 'Backspace') setQuery(typed => typed.slice(0, -1))
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', collect, true)
    return () => window.removeEventListener('keydown', collect, true)
  }, [opened])
  useHotkeys([['mod+K', toggle]], [], true)
  return (
    <>
      <button type="button" className={css.search} aria-haspopup="dialog" onClick={toggle}>
        <IconSearch size={14} aria-hidden />
        <span>{t('Search, or a phone number')}</span>
        <kbd aria-hidden>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <CommandPalette opened={opened} onClose={() => setOpened(false)} query={query} onQuery={setQuery} />
    </>
  )
}

const isInDialog = (element: Element) => element.closest('[role=dialog]') !== null
