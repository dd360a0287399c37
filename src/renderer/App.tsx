import { IconMapQuestion } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { EmptyState } from './parts/EmptyState'
import { usePlace } from './router'
import { AppFrame } from './shell/AppFrame'

const CallsPage = lazy(async () => ({ default: (await import('./pages/calls/CallsPage')).CallsPage }))

export function App() {
  const { path } = usePlace()
  return (
    <AppFrame path={path}>
      <Suspense fallback={null}>
        {/^\/calls(\/\d+)?$/.test(path) ? (
          <CallsPage />
        ) : (
          <EmptyState
            icon={IconMapQuestion}
            title="There is no such page"
            action={
              <a className="link" href="#/calls">
                Go to the calls
              </a>
            }
          />
        )}
      </Suspense>
    </AppFrame>
  )
}
