import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { contract } from '../../../contract'
import type { Campaign } from '../../../contract/campaigns'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { MomentField } from '../../forms/MomentField'
import { useForm } from '../../forms/use-form'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { hoursAt } from '../../week'
import { t } from '../../words/words'
import { type Counted, hoursOf, leadsInWords, stillToReach, whenInZone } from './campaign-text'

const schema = contract.campaigns.planStart['~orpc'].inputSchema!.pick({ start_at: true })

interface DialogProps {
  campaign: Counted
  /** Epoch milliseconds. */
  now: number
  onClose: () => void
}

/** Plans the start of a campaign for a day and a time of its zone. It suggests when its hours open next. */
export function PlanStartDialog({ campaign, now, onClose }: DialogProps) {
  const { client } = useDesk()
  const { timezone: zone } = campaign
  const hours = hoursOf(campaign)
  const [saved] = useState<{ start_at: string | null }>(() => ({
    start_at: campaign.start_at ?? suggestion(campaign, now),
  }))
  const form = useForm({
    saved,
    isNew: true,
    schema,
    send: ({ start_at }) => client.campaigns.planStart({ id: campaign.id, start_at }),
    onSaved: onClose,
  })
  const { start_at: at } = form.values
  const atStart = at === null ? null : hoursAt(hours, zone, Date.parse(at))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('When does “{name}” start?', { name: campaign.name })}
      size={420}
      centered
      withCloseButton={false}
      styles={{ title: { fontWeight: 600 } }}
    >
      <form {...form.props} className="stack">
        <FormNotice form={form} />
        <LeaveDialog form={form} />
        <MomentField
          {...form.field('start_at', t('Day and time, {zone}', { zone }), saved => saved ?? '')}
          zone={zone}
          value={at}
          onChange={start_at => form.set({ start_at })}
          description={
            atStart && !atStart.open && atStart.until !== null
              ? t('It is outside the hours then: nobody is called before {when}.', {
                  when: whenInZone(new Date(atStart.until).toISOString(), zone, now),
                })
              : t('It starts by itself, also after a restart. Until then it can be withdrawn.')
          }
        />
        <div className="row">
          <Button type="submit" variant="filled" loading={form.isSaving} disabled={at === null}>
            {t('Start then, {leads}', { leads: leadsInWords(stillToReach(campaign.lead_counts)) })}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Modal>
  )
}

const HOUR = 60 * 60 * 1000

/** When the hours open next; else the next full hour. */
function suggestion(campaign: Counted, now: number): string {
  const hours = hoursOf(campaign)
  const at = hoursAt(hours, campaign.timezone, now)
  const opens = at.open && at.until !== null ? hoursAt(hours, campaign.timezone, at.until).until : at.until
  return new Date(opens ?? Math.ceil((now + 1) / HOUR) * HOUR).toISOString()
}

/** Says when a campaign starts by itself. It can be moved and withdrawn here. */
export function PlannedStart({ campaign, now, onMove }: { campaign: Counted; now: number; onMove: () => void }) {
  const { client, ask } = useDesk()
  const { id, timezone, start_at: at } = campaign
  const withdraw = useChange((_: undefined) => client.campaigns.planStart({ id, start_at: null }), {
    about: at,
    assume: (_, shown) => {
      const change = <C extends Campaign>(one: C) => (one.id === id ? { ...one, start_at: null } : one)
      shown.change<Campaign>(ask.campaigns.get.key({ input: { id } }), change)
      shown.change<Campaign[]>(ask.campaigns.list.key(), all => all.map(change))
    },
    onDone: () => tell(t('The planned start was withdrawn'), () => client.campaigns.planStart({ id, start_at: at })),
  })
  return (
    <Notice
      tone={withdraw.failed ? 'bad' : 'queued'}
      title={withdraw.failed ?? t('Starts {when}', { when: whenInZone(at!, timezone, now) })}
      action={
        <div className="row">
          <Button onClick={onMove}>{t('Another time')}</Button>
          <Button loading={withdraw.isBusy} onClick={() => withdraw.run(undefined)}>
            {t('Do not start it then')}
          </Button>
        </div>
      }
    >
      {t('By itself. If it cannot be started then, it stays stopped and says why.')}
    </Notice>
  )
}
