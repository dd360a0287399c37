import { Kbd, Modal } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { useState } from 'react'
import { tip } from '../parts/tips/tip'
import { t } from '../words/words'
import css from './Shortcuts.module.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const mod = isMac ? '⌘' : t('Ctrl')
const shift = t('Shift')

/** What each key does, by the place where it does it. */
const places: { title: string; keys: [string[], string][] }[] = [
  {
    title: t('Everywhere'),
    keys: [
      [[mod, 'K'], t('Find anything, call a number, go to a page, or do something')],
      [['/'], t('Search in the page')],
      [[mod, 'S'], t('Save what was changed')],
      [['Esc'], t('Close what is open, or clear a search')],
      [['F8'], t('Go to the newest message in the corner, and back')],
      [['?'], t('Show these keys')],
    ],
  },
  {
    title: t('In a list'),
    keys: [
      [['↑', '↓'], t('Go to the row above or below; with one open, open it')],
      [['Home', 'End'], t('Go to the first or the last row')],
      [['Enter'], t('Open the row')],
      [['Space'], t('Choose the row')],
      [[shift, '↑', '↓'], t('Choose a stretch of rows')],
      [['Tab'], t('Go to what can be done with the row')],
    ],
  },
  {
    title: t('On the page of a call'),
    keys: [
      [['Space'], t('Play the recording, or pause it')],
      [['←', '→'], t('5 seconds back or on')],
    ],
  },
]

/** The first search field of the page gets the focus. */
function searchInPage() {
  const field = document.querySelector<HTMLInputElement>('#main input[data-search]')
  field?.focus()
  field?.select()
}

/** A dialog has its own keys, and what is behind it must not take the focus. */
const unlessInDialog = (act: () => void) => () => {
  if (!document.querySelector('[role="dialog"][aria-modal="true"]')) act()
}

/** The keys of the console, in a sheet that `?` opens. */
export function Shortcuts({ hidden }: { hidden: string | undefined }) {
  const [opened, setOpened] = useState(false)
  const show = () => setOpened(true)
  // With and without Shift, because keyboards have these keys at different places.
  useHotkeys(['?', 'shift+?'].map(key => [key, unlessInDialog(show)]))
  useHotkeys(['/', 'shift+/'].map(key => [key, unlessInDialog(searchInPage)]))
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={show}
        {...tip(hidden && t('Keys'), { side: 'right', delay: 80 })}
      >
        <IconKeyboard size={16} stroke={1.7} aria-hidden />
        <span className={hidden}>{t('Keys')}</span>
      </button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('Keys')}
        size="md"
        closeButtonProps={{ 'aria-label': t('Close') }}
        styles={{ title: { fontWeight: 600 } }}
      >
        <div className={css.places}>
          {places.map(({ title, keys }) => (
            <section key={title} aria-label={title}>
              <h3>{title}</h3>
              <dl>
                {keys.map(([pressed, does]) => (
                  <div key={does}>
                    <dt>
                      {pressed.map(key => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </Modal>
    </>
  )
}
