import { useHotkeys } from '@mantine/hooks'
import { createSpotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useLayoutEffect, useState } from 'react'
import { t } from '../words/words'
import css from './AppFrame.module.css'
import { CommandPalette } from './CommandPalette'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const [store, spotlight] = createSpotlight()

const NOTHING = { query: '', entered: false }

/** Opens the command palette, by its button or by Ctrl or Cmd+K. */
export function Search() {
  const { opened } = useSpotlight(store)
  /** What was typed into the palette, and whether Enter was pressed after it. */
  const [typed, setTyped] = useState(NOTHING)
  const toggle = () => {
    // It is emptied when it opens, because the first keys may come before it has closed for the eye.
    // The store is asked, because Escape may have closed it since the last render.
    if (!store.getState().opened) setTyped(NOTHING)
    spotlight.toggle()
  }
  // Before the next key: the palette's field gets the focus a moment later, and what is typed meanwhile is for it.
  useLayoutEffect(() => {
    if (!opened) return
    const collect = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const isEarly = !document.activeElement?.hasAttribute('data-palette')
      // Enter waits here in any case, until what it takes is known.
      if (event.key === 'Enter') setTyped(({ query }) => ({ query, entered: true }))
      else if (isEarly && event.key.length === 1)
        setTyped(({ query }) => ({ query: query + event.key, entered: false }))
      else if (isEarly && event.key === 'Backspace')
        setTyped(({ query }) => ({ query: query.slice(0, -1), entered: false }))
      else return
      event.preventDefault()
      event.stopPropagation()
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
        <kbd aria-hidden>{isMac ? '⌘ K' : t('Ctrl K')}</kbd>
      </button>
      <CommandPalette
        store={store}
        {...typed}
        onQuery={query => setTyped({ query, entered: false })}
        onEntered={() => setTyped(({ query }) => ({ query, entered: false }))}
      />
    </>
  )
}
