import { useEffect } from 'react'
import type { Event } from '../../contract/events'
import { inform, putRight, warn } from '../parts/tell'
import { useDesk } from '../stores/use-desk'
import { said } from '../words/said'
import { t } from '../words/words'

type Told = Extract<Event, { type: 'operator.told' }>

/** Tells in the corner what the service tells the operator, in the tab that is seen. */
export function Told() {
  const desk = useDesk()
  useEffect(
    () =>
      desk.onEvent(event => {
        // A campaign that was started again needs no warning any more.
        if (event.type === 'campaign.changed' && event.status === 'in-progress') putRight(`campaign ${event.id}`)
        if (event.type !== 'operator.told' || document.visibilityState !== 'visible') return
        const link = linkOf(event)
        if (event.level === 'info') inform(said(event.text), link)
        else {
          const about = event.campaign_id === undefined ? undefined : `campaign ${event.campaign_id}`
          warn(said(event.text), { about, ofService: { link } })
        }
      }),
    [desk],
  )
  return null
}

/** To the campaign, the call or the SMS that it is about, if any. */
function linkOf({ campaign_id, call_ids: [call] = [], sms_from }: Told) {
  if (campaign_id !== undefined) return { href: `#/campaigns/${campaign_id}`, word: t('Open the campaign') }
  if (call !== undefined) return { href: `#/calls/${call}`, word: t('Open the call') }
  if (sms_from !== undefined) return { href: `#/sms/${encodeURIComponent(sms_from)}`, word: t('Open the SMS') }
  return undefined
}
