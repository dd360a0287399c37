import { IconPlugConnectedX } from '@tabler/icons-react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { App } from './App'
import { connect } from './api/connect'
import { leave } from './api/session'
import { EmptyState } from './parts/EmptyState'
import { SignedOut } from './SignedOut'
import { createDesk, type Desk } from './stores/desk'
import { DeskProvider } from './stores/use-desk'
import { t } from './words/words'

/** Milliseconds. */
const TRY_AGAIN_AFTER = 2000

type State = Desk | 'connecting' | 'signed-out' | 'unreachable'

const entry = createStore<{ state: State }>(() => ({ state: 'connecting' }))

/** What is shown until the service has answered, and then the console. */
export function Entry() {
  const { state } = useStore(entry)
  if (state === 'connecting') return null
  if (state === 'signed-out') return <SignedOut />
  if (state === 'unreachable')
    return (
      <main>
        <EmptyState icon={IconPlugConnectedX} title={t('The service does not answer')}>
          {t('It is tried again every two seconds. Start it if it is not running.')}
        </EmptyState>
      </main>
    )
  return (
    <QueryClientProvider client={state.queries}>
      <DeskProvider value={state}>
        <App />
      </DeskProvider>
    </QueryClientProvider>
  )
}

/** Connects to the service. It is tried until the service answers. */
export async function enter() {
  for (;;) {
    try {
      const connection = await connect()
      if (!connection) return entry.setState({ state: 'signed-out' })
      const desk = createDesk(connection, leave)
      desk.start()
      return entry.setState({ state: desk })
    } catch {
      entry.setState({ state: 'unreachable' })
    }
    await new Promise(resolve => setTimeout(resolve, TRY_AGAIN_AFTER))
  }
}
