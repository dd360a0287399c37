import { IconPhoneIncoming, IconPhoneOutgoing } from '@tabler/icons-react'
import type { Attention } from '../../../contract/attention'
import { Panel } from '../../parts/Panel'
import { Clip, nameOf, Phone, Time } from '../../parts/values'
import { linkTo } from '../../router'
import { useClock } from '../../stores/use-clock'
import css from './today.module.css'

/** Callbacks that were promised for today or earlier. Each links to the earlier calls with the person. */
export function Callbacks({ list }: { list: Attention['callbacks'] }) {
  return (
    <Panel title="Callbacks promised" count={list.length > 0 ? list.length : undefined} flush>
      {list.length === 0 && <p className={css.none}>None for today.</p>}
      <ul className={css.people}>
        {list.map(lead => (
          <li key={lead.id}>
            <a href={linkTo('/calls', { number: lead.phone_number })}>
              <IconPhoneOutgoing size={14} className="dim" aria-hidden />
              <Time at={lead.at} />
              <Clip>{nameOf(lead.variables) ?? <Phone value={lead.phone_number} />}</Clip>
              <Note at={lead.at} campaign={lead.campaign.name} />
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Note({ at, campaign }: { at: string; campaign: string }) {
  const due = useClock(now => (Date.parse(at) <= now ? 'due' : 'later'))
  return due === 'due' ? <span className={css.due}>Due now</span> : <Clip className={css.campaign}>{campaign}</Clip>
}

/** Inbound calls that nobody answered. Not shown when there are none. */
export function Missed({ list }: { list: Attention['missed_inbound'] }) {
  if (list.length === 0) return null
  return (
    <Panel title="Missed inbound" count={list.length} flush>
      <ul className={css.people}>
        {list.map(call => (
          <li key={call.call_id}>
            <a href={linkTo(`/calls/${call.call_id}`)}>
              <IconPhoneIncoming size={14} className="dim" aria-hidden />
              <Time at={call.at} />
              <Clip>
                <Phone value={call.client_phone_number} />
              </Clip>
              <span className="dim">
                to <Phone value={call.assistant_phone_number} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
