import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import css from './AppFrame.module.css'

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette')).CommandPalette }))

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** The way to everything, by its button or by Ctrl or Cmd+K; what is behind it is fetched when it is first asked for. */
export function Search() {
  const [wasAsked, setAsked] = useState(false)
  const [opened, setOpened] = useState(false)
  const toggle = () => {
    setAsked(true)
    setOpened(now => !now)
  }
  useHotkeys([['mod+K', toggle]], [], true)
  return (
    <>
      <button type="button" className={css.search} aria-haspopup="dialog" onClick={toggle}>
        <IconSearch size={14} aria-hidden />
        <span>Search, or a phone number</span>
        <kbd aria-hidden>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {wasAsked && (
        <Suspense fallback={null}>
          <CommandPalette opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
