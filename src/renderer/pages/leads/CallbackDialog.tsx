import { Button, Modal } from '@mantine/core'
import { contract } from '../../../contract'
import type { Lead } from '../../../contract/leads'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { MomentField } from '../../forms/MomentField'
import { useForm } from '../../forms/use-form'
import { formatPhone } from '../../parts/format'
import { useIsOver } from '../../stores/use-clock'
import { useDesk } from '../../stores/use-desk'
import { localTimeAt } from '../../week'
import { t } from '../../words/words'
import { momentOfLead } from '../campaigns/campaign-text'
import { useOwnLeads } from './own-leads'

const schema = contract.leads.update['~orpc'].inputSchema!.pick({ callback_at: true })

/** Sets or removes the time of a promised callback. */
export function CallbackDialog({ lead, zone, onClose }: { lead: Lead; zone: string; onClose: () => void }) {
  const { client } = useDesk()
  const own = useOwnLeads()
  const promised = lead.callback_at && new Date(momentOfLead(lead.callback_at)).toISOString()
  const form = useForm({
    saved: { callback_at: promised },
    schema,
    send: ({ callback_at }) => client.leads.update({ id: lead.id, callback_at }),
    onSaved: ({ data }) => {
      own.changed(data)
      onClose()
    },
  })
  const { callback_at: at } = form.values
  const isOver = useIsOver(at) && form.changes.length > 0
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('When is {who} called back?', { who: lead.name ?? formatPhone(lead.phone_number) })}
      size={420}
      centered
      withCloseButton={false}
      styles={{ title: { fontWeight: 600 } }}
    >
      <form {...form.props} className="stack">
        <FormNotice form={form} />
        <LeaveDialog form={form} />
        <MomentField
          {...form.field('callback_at', t('Day and time, {zone}', { zone }), saved =>
            saved ? localTimeAt(zone, Date.parse(saved)).replace('T', ' ') : t('not promised'),
          )}
          zone={zone}
          value={at}
          onChange={callback_at => form.set({ callback_at })}
          {...(isOver && { error: t('This time is over') })}
          description={t('Ahead of others, and within the campaign’s hours.')}
        />
        <div className="row">
          <Button type="submit" variant="filled" loading={form.isSaving} disabled={form.changes.length === 0 || isOver}>
            {at === null && promised ? t('Take the promise back') : t('Call back then')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Modal>
  )
}
