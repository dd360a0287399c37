import { Button, Modal, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Lead } from '../../../contract/leads'
import type { LeadAction } from '../../../contract/statuses'
import { exportList } from '../../exports/export-list'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { count } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { isChosen, type Selection, sizeOf } from '../../parts/table/selection'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { leadsInWords } from '../campaigns/campaign-text'
import { leadsExport } from './export'
import { type NewLeadsChange, useLeadsChange } from './use-leads-change'

/** More leads than this are not called again, or never called again, without a question. */
const ASK_ABOVE = 100

interface Props {
  selection: Selection
  /** How many leads fit the filter. */
  total: number
  /** The leads that fit, for all of them. */
  filter: NonNullable<NewLeadsChange['filter']>
  sort: 'newest' | 'oldest' | 'next_due' | undefined
  /** Of the times in an export. */
  zone: string
}

/** What can be done with the leads that are chosen: some, or all that fit the filter. */
export function BulkActions({ selection, total, filter, sort, zone }: Props) {
  const desk = useDesk()
  const [asking, setAsking] = useState<LeadAction | null>(null)
  const change = useLeadsChange()
  const { chosen } = selection
  const n = sizeOf(chosen, total)
  const ids = [...chosen.ids].map(Number)
  const which: Omit<NewLeadsChange, 'action'> = chosen.all ? { filter, except: ids } : { ids }
  async function run(action: LeadAction, more: { campaign_id?: number } = {}) {
    const answer = await change.run({ action, ...which, ...more })
    if (!answer) return
    setAsking(null)
    selection.clear()
  }
  const ask = (action: LeadAction) => (n > ASK_ABOVE ? setAsking(action) : void run(action))
  const words = leadsInWords(n)
  return (
    <>
      <Button size="xs" disabled={change.isBusy} onClick={() => ask('retry')}>
        {t('Try again')}
      </Button>
      <Button size="xs" disabled={change.isBusy} onClick={() => setAsking('move')}>
        {t('Move')}
      </Button>
      <Button size="xs" disabled={change.isBusy} onClick={() => ask('blacklist')}>
        {t('Do not call')}
      </Button>
      <Button size="xs" disabled={change.isBusy} onClick={() => setAsking('delete')}>
        {t('Delete')}
      </Button>
      <Button
        size="xs"
        onClick={() =>
          void exportList(
            desk,
            leadsExport(desk.client, { ...filter, sort }, zone, {
              has: (lead: Lead) => isChosen(chosen, lead.id),
              count: n,
            }),
          )
        }
      >
        {t('Export')}
      </Button>
      {change.failed && asking === null && (
        <span role="alert" className="danger">
          {change.failed}
        </span>
      )}
      <Ask
        opened={asking === 'retry'}
        title={t('Call {leads} again?', { leads: words })}
        action={t('Try {n} again', { n: count(n) })}
        failed={change.failed}
        onKeep={() => setAsking(null)}
        onAct={() => run('retry')}
      >
        {t('Their tries so far do not count any more. Those of running campaigns are called at once.')}
      </Ask>
      <Ask
        opened={asking === 'blacklist'}
        title={t('Never call {leads} again?', { leads: words })}
        action={t('Do not call {n}', { n: count(n) })}
        failed={change.failed}
        onKeep={() => setAsking(null)}
        onAct={() => run('blacklist')}
      >
        {t('Their numbers are put on the do-not-call list, for all campaigns and for SMS.')}
      </Ask>
      <Ask
        opened={asking === 'delete'}
        title={t('Delete {leads}?', { leads: words })}
        action={t('Delete {leads}', { leads: words })}
        failed={change.failed}
        onKeep={() => setAsking(null)}
        onAct={() => run('delete')}
      >
        {t(
          'Their tries and promised callbacks are deleted too. Calls that were made stay in the log. This cannot be undone.',
        )}
      </Ask>
      {asking === 'move' && (
        <MoveDialog
          words={words}
          failed={change.failed}
          isBusy={change.isBusy}
          onMove={campaign_id => void run('move', { campaign_id })}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

interface AskProps {
  opened: boolean
  title: string
  action: string
  /** Why it was refused. */
  failed: string | null
  onAct: () => Promise<unknown>
  onKeep: () => void
  children: string
}

const Ask = ({ failed, children, ...props }: AskProps) => (
  <ConfirmDialog {...props} keep={t('Cancel')}>
    {failed ? <Notice tone="bad" title={failed} /> : children}
  </ConfirmDialog>
)

interface MoveProps {
  words: string
  failed: string | null
  isBusy: boolean
  onMove: (campaign: number) => void
  onClose: () => void
}

function MoveDialog({ words, failed, isBusy, onMove, onClose }: MoveProps) {
  const { ask } = useDesk()
  const { data: campaigns = [] } = useQuery(ask.campaigns.list.queryOptions({ input: {} }))
  const [to, setTo] = useState<string | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Where are {leads} moved to?', { leads: words })}
      size={420}
      centered
      withCloseButton={false}
      styles={{ title: { fontWeight: 600 } }}
    >
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (to !== null) onMove(Number(to))
        }}
      >
        {failed && <Notice tone="bad" title={failed} />}
        <Select
          label={t('Campaign')}
          placeholder={t('Choose a campaign')}
          description={t(
            'They begin anew there. Leads on the phone, and numbers that it has already, stay where they are.',
          )}
          searchable
          data-autofocus
          data={campaigns.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={to}
          onChange={setTo}
        />
        <div className="row">
          <Button type="submit" variant="filled" disabled={to === null} loading={isBusy}>
            {t('Move {leads}', { leads: words })}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Modal>
  )
}
