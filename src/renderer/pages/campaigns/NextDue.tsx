import { memo, useMemo } from 'react'
import type { NextLead } from '../../../contract/explain'
import { type Column, DataTable, numberColumn } from '../../parts/DataTable'
import { Panel } from '../../parts/Panel'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, Phone } from '../../parts/values'
import { personPath } from '../../phone'
import { go } from '../../router'
import { t } from '../../words/words'
import { MINUTE, tryOf, whenInWords } from './campaign-text'

interface Props {
  leads: NextLead[]
  /** Of the campaign. */
  timezone: string
  retries: number
  isDialing: boolean
  /** Epoch milliseconds. Not before the moment of the answer with the leads: what is due then is due now. */
  now: number
}

/** Who is called next, and when and why. */
export const NextDue = memo(function NextDue({ leads, timezone, retries, isDialing, now }: Props) {
  const columns = useMemo(() => columnsOf(timezone, retries, isDialing, now), [timezone, retries, isDialing, now])
  const which = leads.length === 1 ? t('the only one in the queue') : t('the first {n}', { n: leads.length })
  return (
    <Panel title={t('Next due')} count={`${which} · ${timezone}`} flush>
      <DataTable
        label={t('Next due')}
        columns={columns}
        rows={leads}
        expected={5}
        id={idOf}
        onOpen={open}
        empty={null}
      />
    </Panel>
  )
})

const idOf = (lead: NextLead) => lead.id
const open = (lead: NextLead) => go(personPath(lead.phone_number))

const columnsOf = (timezone: string, retries: number, isDialing: boolean, now: number): Column<NextLead>[] => [
  {
    key: 'at',
    title: t('When'),
    width: 128,
    cell: ({ due_at: due }) =>
      Date.parse(due) - now >= MINUTE ? (
        whenInWords(due, timezone, now)
      ) : (
        <span className="dim">{isDialing ? t('now') : t('next')}</span>
      ),
  },
  {
    key: 'who',
    title: t('Who'),
    cell: lead => <Clip className="strong">{lead.name ?? <Phone value={lead.phone_number} />}</Clip>,
  },
  numberColumn(lead => lead.phone_number),
  { key: 'state', title: t('State'), width: 124, cell: lead => <StatusBadge kind="lead" name={lead.status} /> },
  { key: 'try', title: t('Try'), width: 68, hide: 'slim', cell: lead => tryOf(lead, retries) },
  {
    key: 'why',
    title: t('Why then'),
    width: '22%',
    hide: 'slim',
    cell: lead => (
      <Clip className="soft">
        {lead.callback_at
          ? t('Promised for {when}', { when: whenInWords(lead.callback_at, timezone, now) })
          : lead.attempts > 0
            ? t('Not reached before')
            : ''}
      </Clip>
    ),
  },
]
