import { useEffect } from 'react'
import type { Event } from '../../contract/events'
import { inform, warn } from '../parts/tell'
import { useDesk } from '../stores/use-desk'
import { t } from '../words/words'

type Told = Extract<Event, { type: 'operator.told' }>

/** Tells in the corner what the service tells the operator, in the tab that is seen. */
export function Told() {
  const desk = useDesk()
  useEffect(
    () =>
      desk.onEvent(event => {
        if (event.type !== 'operator.told' || document.visibilityState !== 'visible') return
        const show = event.level === 'warning' ? warn : inform
        show(event.text, linkOf(event))
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
