import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import css from './AppFrame.module.css'

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette')).CommandPalette }))

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the command palette, by its button or by Ctrl or Cmd+K. The palette's code is loaded on first use. */
export function Search() {
  const [wasOpened, setWasOpened] = useState(false)
  const [opened, setOpened] = useState(false)
  const toggle = () => {
    setWasOpened(true)
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
      {wasOpened && (
        <Suspense fallback={null}>
          <CommandPalette opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
