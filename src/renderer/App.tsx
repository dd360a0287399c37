import { IconMapQuestion } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { EmptyState } from './parts/EmptyState'
import { usePlace } from './router'
import { AppFrame } from './shell/AppFrame'
import { PageLoading } from './shell/PageLoading'

const TodayPage = lazy(async () => ({ default: (await import('./pages/today/TodayPage')).TodayPage }))
const CampaignPages = lazy(async () => ({
  default: (await import('./pages/campaigns/CampaignPages')).CampaignPages,
}))
const CallsPage = lazy(async () => ({ default: (await import('./pages/calls/CallsPage')).CallsPage }))
/** Every part in every state, for developers. It is left out of the production build. */
const KitPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./pages/kit/KitPage')).KitPage }))
  : null

export function App() {
  const { path } = usePlace()
  return (
    <AppFrame path={path}>
      <Suspense fallback={<PageLoading path={path} />}>
        {path === '/today' ? (
          <TodayPage />
        ) : KitPage && path === '/kit' ? (
          <KitPage />
        ) : /^\/calls(\/\d+)?$/.test(path) ? (
          <CallsPage />
        ) : /^\/campaigns(\/new|\/\d+(\/edit)?)?$/.test(path) ? (
          <CampaignPages path={path} />
        ) : (
          <EmptyState
            icon={IconMapQuestion}
            title="There is no such page"
            action={
              <a className="link" href="#/today">
                Go to Today
              </a>
            }
          />
        )}
      </Suspense>
    </AppFrame>
  )
}
