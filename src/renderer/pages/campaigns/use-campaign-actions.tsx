import { type ReactNode, useState } from 'react'
import { Question } from '../../parts/Question'
import { count } from '../../parts/values'
import { go } from '../../router'
import { useDesk } from '../../stores/use-desk'
import { type Counted, leadsInWords, leadsOf } from './words'

export interface CampaignActions {
  start(campaign: Counted): void
  stop(campaign: Counted): void
  /** Goes to the copy, to be given its name. */
  duplicate(campaign: Counted): void
  /** Asks first, with what is lost. */
  remove(campaign: Counted): void
  /** Why the last one was refused. */
  failed: string | null
  /** One is being started, stopped or copied. */
  isBusy: boolean
  question: ReactNode
}

/** What can be done to a campaign, from its row or its page. */
export function useCampaignActions(onRemoved?: () => void): CampaignActions {
  const { client } = useDesk()
  const [failed, setFailed] = useState<string | null>(null)
  const [doomed, setDoomed] = useState<Counted | null>(null)
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
  const move = (campaign_id: number, action: 'start' | 'stop') =>
    void attempt(() => client.campaigns.updateStatus({ campaign_id, action }))
  const leads = doomed ? leadsOf(doomed.lead_counts) : 0
  const onPhone = doomed?.lead_counts.processing ?? 0

  return {
    start: ({ id }) => move(id, 'start'),
    stop: ({ id }) => move(id, 'stop'),
    duplicate: ({ id }) =>
      void attempt(async () => {
        const { data } = await client.campaigns.duplicate({ id })
        go(`/campaigns/${data.id}/edit`)
      }),
    remove: setDoomed,
    failed,
    isBusy,
    question: (
      <Question
        opened={doomed !== null}
        title={`Delete “${doomed?.name}”${leads > 0 ? ` and its ${leadsInWords(leads)}` : ''}?`}
        action={leads > 0 ? `Delete campaign and ${leadsInWords(leads)}` : 'Delete campaign'}
        keep="Keep it"
        onKeep={() => setDoomed(null)}
        onAct={async () => {
          await client.campaigns.remove({ id: doomed!.id })
          setDoomed(null)
          onRemoved?.()
        }}
      >
        {doomed?.status === 'in-progress' && 'It is running and is stopped first. '}
        {leads > 0 && 'Its leads go with their tries and promised callbacks. '}
        {onPhone > 0 && `${count(onPhone)} on the phone ${onPhone === 1 ? 'is' : 'are'} talked to until the end. `}
        Calls that were made stay in the log. This cannot be undone.
      </Question>
    ),
  }
}
