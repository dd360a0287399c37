import type { Assistant } from '../../../contract/assistants'
import type { Client } from '../../api/client'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { useLive } from '../../stores/use-live'
import { CampaignForm } from './CampaignForm'
import css from './campaigns.module.css'
import { NoAssistants } from './NoAssistants'

/** A new campaign, or the settings of one. */
export function CampaignEditPage({ id }: { id: number | null }) {
  const { client } = useDesk()
  const settings = useDeskState(state => state.settings)
  const { data, error } = useLive(
    `edit ${id}`,
    async () => {
      const [campaign, assistants, numbers] = await Promise.all([
        id === null ? null : client.campaigns.get({ id }),
        outboundAssistants(client),
        client.catalogues.phoneNumbers({ type: 'outbound' }),
      ])
      return { campaign, assistants, numbers }
    },
    event =>
      (event.type === 'campaign.changed' && event.id === id) ||
      (event.type === 'lead.changed' && event.campaign_id === id) ||
      event.type === 'assistant.changed',
  )
  const isThere = data && settings && (data.campaign?.id ?? null) === id
  if (isThere && data.assistants.length === 0 && id === null)
    return (
      <div className={css.column}>
        <PageHeader trail={[['Campaigns', '/campaigns']]} title="New campaign" />
        <NoAssistants />
      </div>
    )
  if (isThere) return <CampaignForm key={id} {...data} zone={settings.timezone} />
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

async function outboundAssistants(client: Client): Promise<Assistant[]> {
  const ask = (page: number) => client.assistants.list({ page, per_page: 100 })
  const first = await ask(1)
  const others = await Promise.all(Array.from({ length: first.last_page - 1 }, (_, i) => ask(i + 2)))
  return [first, ...others].flatMap(page => page.data).filter(({ type }) => type === 'outbound')
}
