import { type ReactNode, useState } from 'react'
import type { Campaign } from '../../../contract/campaigns'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { go } from '../../router'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { type Counted, leadsInWords, leadsOf } from './campaign-text'

export interface CampaignActions {
  start(campaign: Counted): void
  stop(campaign: Counted): void
  /** Makes a copy and opens its settings. */
  duplicate(campaign: Counted): void
  /** Asks first, and says what is lost. */
  remove(campaign: Counted): void
  /** Why the last action was refused. */
  failed: string | null
  /** An action is running. */
  isBusy: boolean
  /** The dialog of `remove`. It must be rendered by the page. */
  dialog: ReactNode
}

/**
 * The actions on a campaign, for its row and its page. `about`: what a refusal is about; when it has changed, the refusal
 * is not shown any more.
 */
export function useCampaignActions(about: unknown, onRemoved?: () => void): CampaignActions {
  const { client, ask, queries } = useDesk()
  const [toDelete, setToDelete] = useState<Counted | null>(null)
  const setStatus = useChange(
    ({ id, action }: { id: number; action: 'start' | 'stop' }) =>
      client.campaigns.updateStatus({ campaign_id: id, action }),
    {
      about,
      assume({ id, action }, shown) {
        const status = action === 'start' ? ('in-progress' as const) : ('stopped' as const)
        const change = <C extends Campaign>(campaign: C) => (campaign.id === id ? { ...campaign, status } : campaign)
        shown.change<Campaign>(ask.campaigns.get.key({ input: { id } }), change)
        shown.change<Campaign[]>(ask.campaigns.list.key(), campaigns => campaigns.map(change))
      },
    },
  )
  const copy = useChange((id: number) => client.campaigns.duplicate({ id }), {
    onDone: ({ data }) => go(`/campaigns/${data.id}/edit`),
  })
  const leads = toDelete ? leadsOf(toDelete.lead_counts) : 0
  const onPhone = toDelete?.lead_counts.processing ?? 0

  return {
    start: ({ id }) => void setStatus.run({ id, action: 'start' }),
    stop: ({ id }) => void setStatus.run({ id, action: 'stop' }),
    duplicate: ({ id }) => void copy.run(id),
    remove: setToDelete,
    failed: setStatus.failed ?? copy.failed,
    isBusy: setStatus.isBusy || copy.isBusy,
    dialog: (
      <ConfirmDialog
        opened={toDelete !== null}
        title={
          leads > 0
            ? t('Delete “{name}” and its {leads}?', { name: toDelete?.name, leads: leadsInWords(leads) })
            : t('Delete “{name}”?', { name: toDelete?.name })
        }
        action={leads > 0 ? t('Delete campaign and {leads}', { leads: leadsInWords(leads) }) : t('Delete campaign')}
        keep={t('Keep it')}
        onKeep={() => setToDelete(null)}
        onAct={async () => {
          const { id } = toDelete!
          await client.campaigns.remove({ id })
          // Nobody waits until the list has been asked for again.
          const list = { queryKey: ask.campaigns.list.key() }
          queries.setQueriesData<Campaign[]>(list, all => all?.filter(campaign => campaign.id !== id))
          void queries.invalidateQueries(list)
          setToDelete(null)
          onRemoved?.()
        }}
      >
        {[
          toDelete?.status === 'in-progress' && t('It is running and is stopped first.'),
          leads > 0 && t('Its leads, their tries and their promised callbacks are deleted too.'),
          onPhone > 0 &&
            t('{n, plural, one {# running call goes} other {# running calls go}} on to the end.', { n: onPhone }),
          t('Calls that were made stay in the log. This cannot be undone.'),
        ]
          .filter(Boolean)
          .join(' ')}
      </ConfirmDialog>
    ),
  }
}
