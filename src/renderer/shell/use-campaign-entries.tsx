import { IconPlayerPlay, IconPlayerStop, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Campaign } from '../../contract/campaigns'
import { leadsInWords, stillToReach } from '../pages/campaigns/campaign-text'
import { Dot } from '../parts/StatusBadge'
import { go } from '../router'
import { useDesk } from '../stores/use-desk'
import { states } from '../theme/states'
import { t } from '../words/words'
import type { OpenDialog, PaletteEntry } from './palette-entry'

/** How many campaigns are shown while the query is empty. */
const MAX_WITHOUT_QUERY = 5

/** Campaigns by name, running ones first, and what can be done with each. */
export function useCampaignEntries(openDialog: OpenDialog) {
  const { client, ask } = useDesk()
  const { data, isPending: isAsking } = useQuery(ask.campaigns.list.queryOptions({ input: {} }))
  // Running campaigns come first, because people look for them most.
  const sorted = (data ?? []).toSorted((a, b) => Number(isRunning(b)) - Number(isRunning(a)))
  const start = ({ id }: Campaign) =>
    client.campaigns.updateStatus({ campaign_id: id, action: 'start' }).then(
      () => go(`/campaigns/${id}`),
      (error: Error) => openDialog({ kind: 'failed', why: error.message }),
    )
  const names = sorted.map(({ name }) => name)
  const entries = sorted.flatMap((campaign, i): PaletteEntry[] => {
    const { word, role } = states.campaign[campaign.status]
    const { id, name } = campaign
    const isNamesake = names.indexOf(name) !== names.lastIndexOf(name)
    const who = isNamesake ? campaign.assistant_name : null
    return [
      {
        id: `campaign ${id}`,
        group: 'campaigns',
        word: name,
        who,
        note: (
          <>
            <Dot role={role} /> {word}
          </>
        ),
        icon: IconSpeakerphone,
        needsQuery: i >= MAX_WITHOUT_QUERY,
        act: () => go(`/campaigns/${id}`),
      },
      isRunning(campaign)
        ? {
            id: `stop ${id}`,
            group: 'actions',
            word: t('Stop “{name}”', { name }),
            who,
            note: t('asks first'),
            icon: IconPlayerStop,
            needsQuery: true,
            act: () => openDialog({ kind: 'stop', campaign }),
          }
        : {
            id: `start ${id}`,
            group: 'actions',
            word: t('Start “{name}”', { name }),
            who,
            note: leadsInWords(stillToReach(campaign.lead_counts)),
            icon: IconPlayerPlay,
            needsQuery: true,
            act: () => void start(campaign),
          },
    ]
  })
  return { entries, isAsking }
}

const isRunning = ({ status }: Campaign) => status === 'in-progress'
