import { Button, Modal, TextInput } from '@mantine/core'
import { contract } from '../../../contract'
import type { Lead } from '../../../contract/leads'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import { nameOf } from '../../parts/values'
import { useDesk } from '../../stores/use-desk'
import { momentAt, placeIn } from '../../week'
import { momentOfLead } from './campaign-text'

const schema = contract.leads.update['~orpc'].inputSchema!.pick({ callback_at: true })

/** Sets or removes the time of a promised callback. */
export function CallbackDialog({ lead, zone, onClose }: { lead: Lead; zone: string; onClose: () => void }) {
  const { client } = useDesk()
  const promised = lead.callback_at && new Date(momentOfLead(lead.callback_at)).toISOString()
  const form = useForm({
    saved: { callback_at: promised },
    schema,
    send: ({ callback_at }) => client.leads.update({ id: lead.id, callback_at }),
    onSaved: onClose,
  })
  const { callback_at: at } = form.values
  return (
    <Modal
      opened
      onClose={onClose}
      title={`When is ${nameOf(lead.variables) ?? lead.phone_number} called back?`}
      size={420}
      centered
      withCloseButton={false}
      styles={{ title: { fontWeight: 600 } }}
    >
      <form {...form.props} className="stack">
        <FormNotice form={form} />
        <LeaveDialog form={form} />
        <TextInput
          {...form.field('callback_at', `Day and time, ${zone}`, saved =>
            saved ? localTime(zone, Date.parse(saved)).replace('T', ' ') : 'not promised',
          )}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={at ? localTime(zone, Date.parse(at)) : ''}
          onChange={event => form.set({ callback_at: moment(zone, event.currentTarget.value) })}
          data-autofocus
          description="Ahead of others, and within the campaign’s hours."
        />
        <div className="row">
          <Button type="submit" variant="filled" loading={form.isSaving} disabled={form.changes.length === 0}>
            {at === null && promised ? 'Take the promise back' : 'Call back then'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  )
}

const localTime = (zone: string, at: number) => {
  const { date, minute } = placeIn(zone, at)
  return `${date}T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

const moment = (zone: string, local: string) => (local === '' ? null : new Date(momentAt(zone, local)).toISOString())
