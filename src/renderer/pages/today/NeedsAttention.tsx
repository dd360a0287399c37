import {
  type Icon,
  IconAlertTriangleFilled,
  IconCircleXFilled,
  IconClockExclamation,
  IconCreditCard,
  IconFileX,
  IconListDetails,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Attention } from '../../../contract/attention'
import { plural } from '../../../contract/words'
import { Notice } from '../../parts/Notice'
import { Panel } from '../../parts/Panel'
import { count, Money, nameOf, Phone, Time } from '../../parts/values'
import { linkTo } from '../../router'
import { failureOf } from '../../stores/failure'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import type { Role } from '../../theme/states'
import css from './today.module.css'

export interface AttentionWithReason extends Attention {
  /** The webhook delivery that gave up last, with the reason. */
  lastDead: { url: string; last_error: string | null; tries: number } | null
}

/** What needs a person, updated by every event that may change it. */
export function useAttention() {
  const { client, ask } = useDesk()
  return useQuery({
    // It begins as the key of the operation, so it is old when that is.
    queryKey: [...ask.attention.key(), 'with reason'],
    queryFn: async (): Promise<AttentionWithReason> => {
      const found = await client.attention.get({})
      if (found.dead_deliveries === 0) return { ...found, lastDead: null }
      const dead = await client.webhooks.listDeliveries({ status: 'dead', per_page: 1 })
      return { ...found, lastDead: dead.data[0] ?? null }
    },
  })
}

/** How many cut-off calls are listed. The others are only counted. */
const MAX_LISTED = 4

/** The things that need a person, with what to do about each. */
export function NeedsAttention({ found }: { found: UseQueryResult<AttentionWithReason> }) {
  const { client } = useDesk()
  const { data } = found
  const error = failureOf(found)
  // It is about webhooks that gave up; when there are none any more, it says nothing.
  const sendAgain = useChange(() => client.webhooks.redeliverDead({}), { about: data?.dead_deliveries })
  if (!data) return error && <Notice tone="bad" title={error.message} />
  const {
    cut_off,
    stopped_campaigns,
    doubtful_lists,
    unpaid_numbers,
    failed_documents,
    dead_deliveries,
    clocks_differ,
    disk_full,
    models_out_of_order,
    low_balance,
    lastDead,
  } = data
  const more = cut_off.length - MAX_LISTED
  const total =
    cut_off.length +
    stopped_campaigns.length +
    doubtful_lists.length +
    unpaid_numbers.length +
    failed_documents.length +
    (dead_deliveries > 0 ? 1 : 0) +
    (clocks_differ ? 1 : 0) +
    (disk_full ? 1 : 0) +
    models_out_of_order.length +
    (low_balance ? 1 : 0)
  return (
    <Panel title="Needs attention" count={total > 0 ? count(total) : undefined} flush>
      {(sendAgain.failed || error) && <Notice tone="bad" title={sendAgain.failed ?? error!.message} />}
      {total === 0 && <p className={css.none}>Nothing needs attention.</p>}
      <ul className={css.items}>
        {disk_full && (
          <Item
            tone="bad"
            icon={IconAlertTriangleFilled}
            what="The disk is full"
            why="Nothing can be changed and nobody is called. Make room; everything then goes on by itself."
          />
        )}
        {clocks_differ && (
          <Item tone="bad" icon={IconClockExclamation} what="Dialing waits for the clock" why={clocks_differ.reason} />
        )}
        {models_out_of_order.map(({ model, reason }) => (
          <Item
            key={model}
            tone="bad"
            icon={IconPlugConnectedX}
            what={`${model} does not answer`}
            why={`${reason} Campaigns that use it wait until it answers.`}
          />
        ))}
        {stopped_campaigns.map(campaign => (
          <Item
            key={campaign.id}
            tone="bad"
            icon={IconAlertTriangleFilled}
            what={`${campaign.name} stopped itself`}
            why={campaign.stopped_because?.reason}
            action={
              <a className="link" href={linkTo(`/campaigns/${campaign.id}`)} aria-label={`Open ${campaign.name}`}>
                Open
              </a>
            }
          />
        ))}
        {doubtful_lists.map(({ id, name }) => (
          <Item
            key={id}
            tone="warn"
            icon={IconListDetails}
            what={`Is the list of ${name} right?`}
            why="Most of the last numbers that it dialed do not exist or cannot be reached."
            action={
              <a className="link" href={linkTo(`/campaigns/${id}`)} aria-label={`Open ${name}`}>
                Open
              </a>
            }
          />
        ))}
        {dead_deliveries > 0 && (
          <Item
            tone="bad"
            icon={IconRefresh}
            what={dead_deliveries === 1 ? 'A webhook gave up' : `${count(dead_deliveries)} webhooks gave up`}
            why={lastDead && whyDead(lastDead)}
            action={
              <button type="button" className="link" onClick={() => sendAgain.run(undefined)}>
                Send again
              </button>
            }
          />
        )}
        {low_balance && (
          <Item
            tone="warn"
            icon={IconCreditCard}
            what="The balance is low"
            why={
              <>
                <Money value={low_balance.total_balance} /> is left, less than <Money value={low_balance.below} />. It
                is topped up over the API.
              </>
            }
            action={
              <a
                className="link"
                href="/api/docs"
                target="_blank"
                rel="noreferrer"
                aria-label="How to top up, in the API reference"
              >
                How
              </a>
            }
          />
        )}
        {unpaid_numbers.map(number => (
          <Item
            key={number.id}
            tone={number.status === 'suspended' ? 'bad' : 'warn'}
            icon={IconCreditCard}
            what={
              <>
                <Phone value={number.phone_number} />{' '}
                {number.status === 'suspended' ? 'is suspended' : 'is not paid for'}
              </>
            }
            why={
              number.status === 'suspended'
                ? 'No calls and no SMS until the balance covers its month.'
                : 'It is charged again tomorrow.'
            }
          />
        ))}
        {failed_documents.map(document => (
          <Item
            key={document.id}
            tone="bad"
            icon={IconFileX}
            what={`${document.name} could not be read`}
            why={`${document.knowledgebase.name}: ${document.error}`}
          />
        ))}
        {cut_off.slice(0, MAX_LISTED).map(lead => (
          <Item
            key={lead.id}
            tone="bad"
            icon={IconCircleXFilled}
            what="Cut off while talking"
            why={
              <>
                {nameOf(lead.variables) ?? <Phone value={lead.phone_number} />}, <Time at={lead.at} />. Not called again
                by itself.
              </>
            }
            action={
              <a
                className="link"
                href={lead.call_id ? linkTo(`/calls/${lead.call_id}`) : linkTo('/calls', { number: lead.phone_number })}
                aria-label={`Open the call with ${nameOf(lead.variables) ?? lead.phone_number}`}
              >
                Open
              </a>
            }
          />
        ))}
        {more > 0 && (
          <Item
            tone="bad"
            icon={IconCircleXFilled}
            what={`${count(more)} more ${plural(more, 'was', 'were')} cut off`}
            why="In the last seven days."
            action={
              <a className="link" href={linkTo('/calls', { status: 'failed' })} aria-label="Open the calls that failed">
                Open
              </a>
            }
          />
        )}
      </ul>
    </Panel>
  )
}

const whyDead = ({ url, last_error, tries }: NonNullable<AttentionWithReason['lastDead']>) =>
  `${last_error ?? ''} ${new URL(url).host}, ${tries} ${tries === 1 ? 'try' : 'tries'}.`

interface ItemProps {
  tone: Role
  icon: Icon
  what: ReactNode
  why: ReactNode
  action?: ReactNode
}

const Item = ({ tone, icon: Sign, what, why, action }: ItemProps) => (
  <li data-role={tone}>
    <Sign size={15} aria-hidden />
    <div>
      <strong>{what}</strong>
      {why && <p>{why}</p>}
    </div>
    {action}
  </li>
)
