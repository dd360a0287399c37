import { skipToken, useQuery } from '@tanstack/react-query'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { usePlace } from '../../router'
import { PageLoading } from '../../shell/PageLoading'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { ToolForm } from './ToolForm'

/** A new tool, a copy of another one (`of` in the address), or the settings of one. */
export function ToolPage({ id }: { id: number | null }) {
  const { ask } = useDesk()
  const { path, query } = usePlace()
  const wanted = id ?? (Number(query.get('of')) || null)
  const answer = useQuery(ask.tools.get.queryOptions({ input: wanted === null ? skipToken : { id: wanted } }))
  const error = failureOf(answer)
  if (wanted === null || answer.data)
    return <ToolForm key={wanted} tool={answer.data ?? null} isCopy={id === null && wanted !== null} />
  if (!error) return <PageLoading path={path} />
  return (
    <div className={layout.column}>
      <PageHeader trail={[[t('Tools'), '/tools']]} title={t('Tool')} />
      <div className={layout.notice}>
        <Notice tone="bad" title={error.message} />
      </div>
    </div>
  )
}
