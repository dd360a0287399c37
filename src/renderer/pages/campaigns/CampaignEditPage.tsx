import { skipToken, useQuery } from '@tanstack/react-query'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { PageLoading } from '../../shell/PageLoading'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import { CampaignForm } from './CampaignForm'
import { NoAssistants } from './NoAssistants'
import { useSavedRehearsal } from './rehearsal'

/** A new campaign, or the settings of one. */
export function CampaignEditPage({ id }: { id: number | null }) {
  const { ask } = useDesk()
  const settings = useDeskState(state => state.settings)
  const assistants = useQuery(ask.assistants.listOutbound.queryOptions({ input: {} }))
  const numbers = useQuery(ask.catalogues.phoneNumbers.queryOptions({ input: { type: 'outbound' } }))
  const edited = useQuery(ask.campaigns.get.queryOptions({ input: id === null ? skipToken : { id } }))
  const ready = useQuery(ask.readiness.check.queryOptions({ input: id === null ? {} : { campaign_id: id } }))
  const { isLoaded: isRehearsalKnown } = useSavedRehearsal(id)
  const error = failureOf(edited, assistants, numbers, ready)
  const choices = assistants.data && numbers.data && { assistants: assistants.data, numbers: numbers.data }
  const campaign = id === null ? null : edited.data
  const isThere = choices && settings && ready.data && isRehearsalKnown && campaign !== undefined
  if (isThere && choices.assistants.length === 0 && id === null)
    return (
      <div className={layout.column}>
        <PageHeader trail={[[t('Campaigns'), '/campaigns']]} title={t('New campaign')} />
        <NoAssistants />
      </div>
    )
  if (isThere)
    return (
      <CampaignForm key={id} {...choices} campaign={campaign} zone={settings.timezone} checks={ready.data.checks} />
    )
  if (!error) return <PageLoading path={id === null ? '/campaigns/new' : `/campaigns/${id}/edit`} />
  return (
    <div className={layout.column}>
      <PageHeader trail={[[t('Campaigns'), '/campaigns']]} title={id === null ? t('New campaign') : t('Edit')} />
      <div className={layout.notice}>
        <Notice tone="bad" title={error.message} />
      </div>
    </div>
  )
}
