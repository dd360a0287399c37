import { ActionIcon, AppShell, Drawer, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBook, IconLanguage, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { navigation } from '../navigation'
import { tip } from '../parts/tips/tip'
import { Money } from '../parts/values'
import { useDeskState } from '../stores/use-desk'
import { choose, others } from '../words/language'
import { t } from '../words/words'
import css from './AppFrame.module.css'
import { DialingControl } from './DialingControl'
import { FailedPage } from './FailedPage'
import { Search } from './Search'
import { Shortcuts } from './Shortcuts'
import { SignOut } from './SignOut'
import { Trouble } from './Trouble'
import { useCounts } from './use-counts'

/** Whether the window is not wider. Known before the first picture, so that nothing jumps. */
const useAtMost = (width: string) =>
  useMediaQuery(`(max-width: ${width})`, false, { getInitialValueInEffect: false }) ?? false

/**
 * Navigation, header, and the page, which scrolls. The header shows the carrier, the balance and the dialing state.
 * Below 68em the navigation has only icons. Below 47.5em there is one column: the navigation opens from the header, which
 * has two lines. The styles have the same limits.
 */
export function AppFrame({ path, children }: { path: string; children: ReactNode }) {
  const narrow = useAtMost('68em')
  const oneColumn = useAtMost('47.49em')
  const main = useRef<HTMLDivElement>(null)
  const shown = useRef(path)
  // After a link was followed, the focus moves into the new page.
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    const focused = document.activeElement
    // While the new page is loaded, the old page is hidden but still there, maybe with the focus.
    if (!main.current!.contains(focused) || !focused!.checkVisibility()) main.current!.focus({ preventScroll: true })
  }, [path])
  return (
    <AppShell
      header={{ height: oneColumn ? 88 : 48 }}
      navbar={oneColumn ? undefined : { width: narrow ? 56 : 192, breakpoint: 0 }}
      padding={0}
      className={css.shell}
      transitionDuration={0}
    >
      <button type="button" className={css.skip} onClick={() => main.current?.focus()}>
        {t('Skip to content')}
      </button>
      <AppShell.Header className={css.header} withBorder={false}>
        {oneColumn && <PagesDrawer path={path} />}
        <a href="#/today" className={css.brand} aria-label="Callwright">
          <Mark />
          <span>Callwright</span>
        </a>
        <Carrier />
        <Search />
        <div className={css.right}>
          <Balance />
          <DialingControl />
          <SchemeSwitch />
        </div>
      </AppShell.Header>
      {!oneColumn && (
        <AppShell.Navbar
          className={css.nav}
          withBorder={false}
          aria-label={t('Pages')}
          data-narrow={narrow || undefined}
        >
          <Pages path={path} narrow={narrow} />
        </AppShell.Navbar>
      )}
      <AppShell.Main className={css.main}>
        <Trouble />
        <div className={css.sheet} ref={main} id="main" tabIndex={-1}>
          <ErrorBoundary FallbackComponent={FailedPage} resetKeys={[path]}>
            {children}
          </ErrorBoundary>
        </div>
      </AppShell.Main>
    </AppShell>
  )
}

/** The navigation of a window with one column. */
function PagesDrawer({ path }: { path: string }) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The focus goes back to the button by hand: after a link was followed it belongs to the new page.
  const close = () => {
    setOpened(false)
    button.current?.focus()
  }
  return (
    <>
      <ActionIcon
        ref={button}
        size={30}
        aria-label={t('Pages')}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <IconMenu2 size={18} />
      </ActionIcon>
      <Drawer
        opened={opened}
        onClose={close}
        returnFocus={false}
        title="Callwright"
        size={260}
        transitionProps={{ transition: 'fade', duration: 80 }}
        closeButtonProps={{ 'aria-label': t('Close') }}
        classNames={{ content: css.drawer, title: css.brand }}
      >
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links are what is pressed; this hears of it */}
        <nav
          className={css.nav}
          aria-label={t('Pages')}
          onClick={({ target }) => (target as Element).closest('a') && setOpened(false)}
        >
          <Pages path={path} narrow={false} />
        </nav>
      </Drawer>
    </>
  )
}

/** The tooltips of a navigation of icons only. */
const beside = { side: 'right', delay: 80 } as const

function Pages({ path, narrow }: { path: string; narrow: boolean }) {
  // Not a label: it would hide the number of live calls from a screen reader.
  const hidden = narrow ? 'sr' : undefined
  const counts = useCounts()
  return (
    <>
      {navigation.map(group => (
        <ul key={group[0]!.to}>
          {group.map(({ word, to, icon: Sign }) => {
            const here = path === to || path.startsWith(`${to}/`)
            const count = counts[to]
            return (
              <li key={to}>
                <a href={`#${to}`} aria-current={here ? 'page' : undefined} {...tip(narrow && word, beside)}>
                  <Sign size={16} stroke={here ? 2 : 1.7} aria-hidden />
                  <span className={hidden}>{word}</span>
                  {!!count?.n && (
                    <em data-alarm={count.isAlarm}>
                      {count.n}
                      <span className="sr"> {count.says}</span>
                    </em>
                  )}
                </a>
              </li>
            )
          })}
        </ul>
      ))}
      <ul className={css.last}>
        <li>
          <a href="/api/docs" target="_blank" rel="noreferrer" {...tip(narrow && t('API reference'), beside)}>
            <IconBook size={16} stroke={1.7} aria-hidden />
            <span className={hidden}>{t('API reference')}</span>
          </a>
        </li>
        <li>
          <Shortcuts hidden={hidden} />
        </li>
        {others.map(([language, name]) => (
          <li key={language}>
            <button type="button" lang={language} onClick={() => choose(language)} {...tip(narrow && name, beside)}>
              <IconLanguage size={16} stroke={1.7} aria-hidden />
              <span className={hidden}>{name}</span>
            </button>
          </li>
        ))}
        {!window.callwright && (
          <li>
            <SignOut hidden={hidden} narrow={narrow} placement={beside} />
          </li>
        )}
      </ul>
    </>
  )
}

/** That calls are real, or a mark that all are simulated. */
function Carrier() {
  const carrier = useDeskState(state => state.settings?.carrier)
  // Until it is known, the mark keeps its place.
  if (!carrier)
    return (
      <span className={css.simulated} data-unknown aria-hidden>
        {t('SIMULATED')}
      </span>
    )
  if (carrier !== 'simulated') return <span className={css.carrier}>{t('Real calls')}</span>
  return (
    <span
      className={css.simulated}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip explains it, so the keyboard must reach it
      tabIndex={0}
      {...tip(t('No call leaves this machine. People, carrier and money are simulated.'))}
    >
      {t('SIMULATED')}
    </span>
  )
}

function Balance() {
  const balance = useDeskState(state => state.balance)
  return (
    <a className={css.figure} href="#/money">
      <span>{t('Balance')}</span>
      <b>{balance === null ? '–' : <Money value={balance} />}</b>
    </a>
  )
}

function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  const label = dark ? t('Use light colours') : t('Use dark colours')
  return (
    <ActionIcon aria-label={label} onClick={() => setColorScheme(dark ? 'light' : 'dark')} {...tip(label)}>
      {dark ? <IconSun size={16} /> : <IconMoon size={16} />}
    </ActionIcon>
  )
}

const Mark = () => (
  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <rect width="20" height="20" rx="5" fill="var(--cw-text)" />
    <path
      d="M5 8.2v3.6M8.3 5v10M11.7 7v6M15 8.8v2.4"
      stroke="var(--cw-surface)"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
  </svg>
)
