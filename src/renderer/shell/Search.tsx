import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import css from './AppFrame.module.css'
import { PALETTE } from './palette-name'

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette')).CommandPalette }))

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the command palette, by its button or by Ctrl or Cmd+K. The palette's code is loaded on first use. */
export function Search() {
  const [wasOpened, setWasOpened] = useState(false)
  const [opened, setOpened] = useState(false)
  const [query, setQuery] = useState('')
  const toggle = () => {
    setWasOpened(true)
    setOpened(now => !now)
  }
  useEffect(() => {
    if (!opened) return
    // The palette may still be loading, and its field gets the focus a moment later: what is typed meanwhile is for it.
    const collect = (event: KeyboardEvent) => {
      const isThere = document.activeElement?.closest(`[aria-label="${PALETTE}"]`)
      if (isThere || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
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
        <span>Search, or a phone number</span>
        <kbd aria-hidden>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {wasOpened && (
        <Suspense fallback={null}>
          <CommandPalette opened={opened} onClose={() => setOpened(false)} query={query} onQuery={setQuery} />
        </Suspense>
      )}
    </>
  )
}
