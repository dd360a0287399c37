import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { count } from '../../parts/values'
import { go } from '../../router'
import { useDesk } from '../../stores/use-desk'
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

/** The actions on a campaign, for its row and its page. */
export function useCampaignActions(onRemoved?: () => void): CampaignActions {
  const { client } = useDesk()
  const [failed, setFailed] = useState<string | null>(null)
  const [toDelete, setToDelete] = useState<Counted | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function attempt(work: () => Promise<unknown>) {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
      setFailed(null)
    } catch (error) {
      setFailed((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const setStatus = (campaign_id: number, action: 'start' | 'stop') =>
    void attempt(() => client.campaigns.updateStatus({ campaign_id, action }))
  const leads = toDelete ? leadsOf(toDelete.lead_counts) : 0
  const onPhone = toDelete?.lead_counts.processing ?? 0

  return {
    start: ({ id }) => setStatus(id, 'start'),
    stop: ({ id }) => setStatus(id, 'stop'),
    duplicate: ({ id }) =>
      void attempt(async () => {
        const { data } = await client.campaigns.duplicate({ id })
        go(`/campaigns/${data.id}/edit`)
      }),
    remove: setToDelete,
    failed,
    isBusy,
    dialog: (
      <ConfirmDialog
        opened={toDelete !== null}
        title={`Delete “${toDelete?.name}”${leads > 0 ? ` and its ${leadsInWords(leads)}` : ''}?`}
        action={leads > 0 ? `Delete campaign and ${leadsInWords(leads)}` : 'Delete campaign'}
        keep="Keep it"
        onKeep={() => setToDelete(null)}
        onAct={async () => {
          await client.campaigns.remove({ id: toDelete!.id })
          setToDelete(null)
          onRemoved?.()
        }}
      >
        {toDelete?.status === 'in-progress' && 'It is running and is stopped first. '}
        {leads > 0 && 'Its leads, their tries and their promised callbacks are deleted too. '}
        {onPhone > 0 && `${count(onPhone)} running ${onPhone === 1 ? 'call goes' : 'calls go'} on to the end. `}
        Calls that were made stay in the log. This cannot be undone.
      </ConfirmDialog>
    ),
  }
}
