import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { isAboutCampaign } from '../../stores/campaign-events'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { useLive } from '../../stores/use-live'
import { CampaignForm } from './CampaignForm'
import css from './campaigns.module.css'
import { NoAssistants } from './NoAssistants'

/** A new campaign, or the settings of one. */
export function CampaignEditPage({ id }: { id: number | null }) {
  const { client } = useDesk()
  const settings = useDeskState(state => state.settings)
  const { data: choices, error: failed } = useLive(
    'choices of a campaign',
    async () => {
      const [assistants, numbers] = await Promise.all([
        client.assistants.listOutbound({}),
        client.catalogues.phoneNumbers({ type: 'outbound' }),
      ])
      return { assistants, numbers }
    },
    event => event.type === 'assistant.changed' || event.type === 'number.changed',
  )
  const { data, error: refused } = useLive(
    `edit ${id}`,
    async () => ({ campaign: id === null ? null : await client.campaigns.get({ id }) }),
    event => id !== null && isAboutCampaign(event, id),
  )
  const error = refused ?? failed
  const isThere = choices && data && settings && (data.campaign?.id ?? null) === id
  if (isThere && choices.assistants.length === 0 && id === null)
    return (
      <div className={css.column}>
        <PageHeader trail={[['Campaigns', '/campaigns']]} title="New campaign" />
        <NoAssistants />
      </div>
    )
  if (isThere) return <CampaignForm key={id} {...choices} campaign={data.campaign} zone={settings.timezone} />
  return (
    <div className={css.column}>
      <PageHeader trail={[['Campaigns', '/campaigns']]} title={id === null ? 'New campaign' : 'Edit'} />
      {error && (
        <div className={css.notice}>
          <Notice tone="bad" title={error.message} />
        </div>
      )}
    </div>
  )
}
