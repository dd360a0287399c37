import { navigation } from '../navigation'
import { PageHeader } from '../parts/PageHeader'
import css from './PageLoading.module.css'

/** Shown while a page loads, with the page's title. */
export function PageLoading({ path }: { path: string }) {
  const page = navigation.flat().find(({ to }) => path === to || path.startsWith(`${to}/`))
  return (
    <div aria-busy>
      <PageHeader title={page?.word ?? 'Callwright'} />
      <div className={css.skeleton} aria-hidden>
        <span style={{ height: 72 }} />
        <span style={{ height: 280 }} />
        <span style={{ height: 180 }} />
      </div>
    </div>
  )
}
