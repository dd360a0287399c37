import { navigation } from '../navigation'
import { PageHeader } from '../parts/PageHeader'
import css from './PageLoading.module.css'

/** Stands where a page will be, with its name already there. */
export function PageLoading({ path }: { path: string }) {
  const page = navigation.flat().find(({ to }) => path === to || path.startsWith(`${to}/`))
  return (
    <div aria-busy>
      <PageHeader title={page?.word ?? 'Callwright'} />
      <div className={css.bones} aria-hidden>
        <span style={{ height: 72 }} />
        <span style={{ height: 280 }} />
        <span style={{ height: 180 }} />
      </div>
    </div>
  )
}
