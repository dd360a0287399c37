import { IconPlugConnectedX } from '@tabler/icons-react'
import { type ComponentType, useSyncExternalStore } from 'react'
import { EmptyState } from '../parts/EmptyState'
import { PageHeader } from '../parts/PageHeader'
import { t } from '../words/words'
import { PageLoading } from './PageLoading'

/** How long to wait until code that could not be loaded is tried again, ms. */
const TRY_AGAIN_AFTER = 2000
/** How long the first page has to load before the code of the others is fetched, ms. */
const AHEAD_AFTER = 1500

type Props = { path: string }
type State<P> = ComponentType<P> | 'loading' | 'failed'

const all: (() => void)[] = []

/** Code that is loaded when it is first needed, or when there is time. When it cannot be loaded, it is tried again. */
export function lazily<P>(load: () => Promise<ComponentType<P>>) {
  let state: State<P> = 'loading'
  let wasAsked = false
  const listeners = new Set<() => void>()
  const show = (next: State<P>) => {
    state = next
    for (const listener of listeners) listener()
  }
  function start() {
    if (wasAsked) return
    wasAsked = true
    load().then(show, () => {
      show('failed')
      setTimeout(() => {
        wasAsked = false
        start()
      }, TRY_AGAIN_AFTER)
    })
  }
  all.push(start)
  const listen = (listener: () => void) => {
    start()
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { start, use: (): State<P> => useSyncExternalStore(listen, () => state) }
}

/** A page, and a function that begins to load its code. */
export type LoadedPage = ComponentType<Props> & { start: () => void }

/** A page whose code is loaded when it is first opened. Until then its title is shown. */
export function page(title: string, load: () => Promise<ComponentType<Props>>): LoadedPage {
  const code = lazily(load)
  const Loaded: ComponentType<Props> = props => {
    const Page = code.use()
    if (Page === 'loading') return <PageLoading path={props.path} />
    if (Page === 'failed') return <NotLoaded title={title} />
    return <Page {...props} />
  }
  return Object.assign(Loaded, { start: code.start })
}

const NotLoaded = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <EmptyState
      icon={IconPlugConnectedX}
      title={t('This page could not be loaded')}
      action={
        <button type="button" className="link" onClick={() => location.reload()}>
          {t('Load the console again')}
        </button>
      }
    >
      {t('The service does not answer. It is tried again every two seconds.')}
    </EmptyState>
  </>
)

/** Fetches the code of all pages once the first one had time to load, so that they open although the service is away. */
export function fetchAhead() {
  setTimeout(() => {
    for (const start of all) start()
  }, AHEAD_AFTER)
}
