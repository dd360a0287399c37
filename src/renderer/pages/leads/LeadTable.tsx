import { Menu } from '@mantine/core'
import { IconClockPlus, IconPhoneCall, IconPhoneOutgoing } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useCallback, useMemo } from 'react'
import type { Lead } from '../../../contract/leads'
import { stateOfLead } from '../../../contract/statuses'
import { type Column, DataTable, numberColumn, RowAction } from '../../parts/DataTable'
import { MoreMenu } from '../../parts/MoreMenu'
import { StatusBadge } from '../../parts/StatusBadge'
import type { Selection } from '../../parts/table/selection'
import { tip } from '../../parts/tips/tip'
import { Clip, Phone, Time } from '../../parts/values'
import { language } from '../../words/language'
import { t } from '../../words/words'
import { momentOfLead, tryOf } from '../campaigns/campaign-text'
import { isFinished, isWaiting, resultWords, whoOf } from './lead-text'
import css from './leads.module.css'
import type { LeadActions } from './use-lead-actions'

/** What a table of leads needs to know of a lead's campaign. */
export interface OfCampaign {
  timezone: string
  max_retries: number
  isRunning: boolean
}

interface Props {
  rows: Lead[] | null
  expected: number
  /** Undefined while the campaigns are loaded. Keep it with useCallback. */
  campaignOf: (lead: Lead) => OfCampaign | undefined
  /** Shows the campaign of each lead, and times in this zone; without it, times in the zone of the lead's campaign. */
  zone?: string
  actions: LeadActions
  selection?: { of: Selection; total: number; actions: ReactNode }
  sorted?: { key: string; down: boolean }
  onSort?: (key: string) => void
  open?: number
  onOpen: (id: number) => void
  /** Around the table. */
  around?: RefObject<HTMLDivElement | null>
  empty: ReactNode
}

/** Leads with what can be done with each. The list of a campaign and that of all campaigns share it. */
export function LeadTable(props: Props) {
  const { rows, expected, campaignOf, zone, actions, selection, sorted, onSort, open, onOpen, around, empty } = props
  const sorts = onSort !== undefined
  const columns = useMemo(() => columnsOf(campaignOf, zone, sorts), [campaignOf, zone, sorts])
  const rowActions = useCallback((lead: Lead) => <RowActions lead={lead} actions={actions} />, [actions])
  const openLead = useCallback((lead: Lead) => onOpen(lead.id), [onOpen])
  return (
    <div ref={around} data-leads>
      <DataTable
        label={t('Leads')}
        columns={columns}
        rows={rows}
        expected={expected}
        id={idOf}
        active={open}
        onOpen={openLead}
        actions={rowActions}
        sorted={sorted}
        onSort={onSort}
        selection={selection && { ...selection, nameOf: whoOf }}
        empty={empty}
      />
    </div>
  )
}

const idOf = (lead: Lead) => lead.id
const dash = <span className="dim">–</span>

/** Of the columns with the longest words of their own, in pixels. German words are longer. */
const [STATE_WIDTH, RESULT_WIDTH, TRY_WIDTH] = { en: [130, 172, 74], de: [156, 190, 84] }[language]

const columnsOf = (campaignOf: Props['campaignOf'], zone: string | undefined, sorts: boolean): Column<Lead>[] => [
  {
    key: 'who',
    title: t('Who'),
    cell: lead => <Clip className="strong">{lead.name ?? <Phone value={lead.phone_number} />}</Clip>,
  },
  numberColumn((lead: Lead) => lead.phone_number),
  ...(zone === undefined
    ? []
    : [
        {
          key: 'campaign',
          title: t('Campaign'),
          width: '16%',
          hide: 'narrow' as const,
          cell: (lead: Lead) => <Clip className="soft">{lead.campaign.name}</Clip>,
        },
      ]),
  {
    key: 'state',
    title: t('State'),
    width: STATE_WIDTH,
    cell: lead => (
      <StatusBadge
        kind="lead"
        name={stateOfLead(lead)}
        note={lead.cut_off ? t('Cut off while talking. Not called again by itself.') : undefined}
      />
    ),
  },
  {
    key: 'result',
    title: t('What came of it'),
    width: RESULT_WIDTH,
    hide: 'slim',
    cell: lead =>
      lead.result ? <Clip className={lead.cut_off ? 'danger' : 'soft'}>{resultWords[lead.result]}</Clip> : dash,
  },
  {
    key: 'try',
    title: t('Try'),
    width: TRY_WIDTH,
    hide: 'tight',
    cell: lead => {
      const of = campaignOf(lead)
      return !of || (lead.attempts === 0 && lead.status !== 'processing') ? dash : tryOf(lead, of.max_retries)
    },
  },
  {
    key: 'next',
    title: t('Next'),
    // A day, a time and the sign of a callback; less in the narrowest table, where the names need the room.
    width: 'min(128px, 34cqi)',
    sort: sorts,
    cell: lead => {
      const of = campaignOf(lead)
      const { callback_at: callback, next_attempt_at: due } = lead
      // While the campaign does not run, nobody is called when they are due. What was promised is told all the same.
      const at = of?.isRunning ? (due ?? callback) : callback
      if (!of || !at) return dash
      return (
        <span className={css.next}>
          {callback && <IconPhoneCall size={14} aria-label={t('Callback')} {...tip(t('A callback was promised.'))} />}
          <Time at={momentOfLead(at)} zone={zone ?? of.timezone} />
        </span>
      )
    },
  },
]

function RowActions({ lead, actions }: { lead: Lead; actions: LeadActions }) {
  const who = whoOf(lead)
  const { status } = lead
  return (
    <>
      {isWaiting(status) && (
        <RowAction label={t('Call now: {who}', { who })} word={t('Call now')} onClick={() => actions.callNow(lead)}>
          <IconPhoneOutgoing size={15} />
        </RowAction>
      )}
      {!isFinished(status) && (
        <RowAction
          label={t('Call back at: {who}', { who })}
          word={t('Call back at')}
          onClick={() => actions.callBack(lead)}
        >
          <IconClockPlus size={15} />
        </RowAction>
      )}
      <MoreMenu inRow label={t('More: {who}', { who })}>
        <LeadMenu lead={lead} actions={actions} />
      </MoreMenu>
    </>
  )
}

/** The entries of the menu of a lead. */
export function LeadMenu({ lead, actions }: { lead: Lead; actions: LeadActions }) {
  const { status } = lead
  const onPhone = status === 'processing'
  return (
    <>
      {isWaiting(status) && <Menu.Item onClick={() => actions.finish(lead, 'completed')}>{t('Set to done')}</Menu.Item>}
      {isWaiting(status) && (
        <Menu.Item onClick={() => actions.finish(lead, 'reached-max-retries')}>{t('Set to not reached')}</Menu.Item>
      )}
      {isFinished(status) && <Menu.Item onClick={() => actions.retry(lead)}>{t('Try again')}</Menu.Item>}
      {stateOfLead(lead) !== 'blacklisted' && (
        <Menu.Item onClick={() => actions.bar(lead)}>{t('Do not call')}</Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item className="danger" disabled={onPhone} onClick={() => actions.remove(lead)}>
        {onPhone ? t('Delete (when the call has ended)') : t('Delete lead')}
      </Menu.Item>
    </>
  )
}
