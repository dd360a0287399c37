import { Button, Modal, Select } from '@mantine/core'
import * as z from 'zod'
import type { Person } from '../../../contract/people'
import { moment } from '../../../contract/wire'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { MomentField } from '../../forms/MomentField'
import { useForm } from '../../forms/use-form'
import { clockTime, formatPhone } from '../../parts/format'
import { useIsOver } from '../../stores/use-clock'
import { useDesk } from '../../stores/use-desk'
import { localTimeAt } from '../../week'
import { t } from '../../words/words'
import { momentOfLead } from '../campaigns/campaign-text'
import { isOpen, ownLeads, type PersonLead } from './person-text'

/** A callback that was promised: by a campaign to its lead, or by hand. */
export interface Promised {
  /** Of the lead, or of the promise by hand. */
  id: number
  /** ISO 8601. */
  at: string
  lead: PersonLead | null
  callId: number | null
}

/** The callbacks promised to a person, earliest first. */
export const promisesOf = (person: Person): Promised[] =>
  [
    ...person.promised_callbacks.map(({ id, at, call_id: callId }): Promised => ({ id, at, lead: null, callId })),
    ...ownLeads(person)
      .filter(lead => lead.callback_at !== null && isOpen(lead))
      .map((lead): Promised => ({ id: lead.id, at: momentOfLead(lead.callback_at!), lead, callId: null })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))

const BY_HAND = 'hand'
const schema = z.object({ at: moment, by: z.string() })

interface Props {
  person: Person
  /** The promise that is moved; null for a new one. */
  of: Promised | null
  zone: string
  onClose: () => void
}

/** Promises a callback, or moves one: a campaign makes it by itself, or a person by hand. */
export function PromiseDialog({ person, of, zone, onClose }: Props) {
  const { client } = useDesk()
  const { phone_number: number, time_zone: there } = person
  const leads = ownLeads(person).filter(isOpen)
  const first = leads[0]
  const form = useForm({
    saved: {
      at: of ? new Date(of.at).toISOString() : null,
      by: of ? (of.lead ? String(of.id) : BY_HAND) : first ? String(first.id) : BY_HAND,
    } as { at: string | null; by: string },
    isNew: of === null,
    schema,
    // Without a moment the field is left out, and the error says that it is required.
    toSend: ({ at, by }) => ({ by, ...(at === null ? {} : { at }) }) as { at: string; by: string },
    send: async ({ at, by }): Promise<unknown> => {
      if (by !== BY_HAND) return client.leads.update({ id: Number(by), callback_at: at })
      return of && !of.lead
        ? client.attention.changePromised({ id: of.id, at: at! })
        : client.attention.addPromised({ phone_number: number, at: at! })
    },
    onSaved: onClose,
  })
  const { at, by } = form.values
  const isOver = useIsOver(at) && form.changes.includes('at')
  const isByHand = by === BY_HAND
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('When is {who} called back?', { who: person.name ?? formatPhone(number) })}
      size={420}
      centered
      withCloseButton={false}
      styles={{ title: { fontWeight: 600 } }}
    >
      <form {...form.props} className="stack">
        <FormNotice form={form} />
        <LeaveDialog form={form} />
        <MomentField
          {...form.field('at', t('Day and time, {zone}', { zone }), saved =>
            saved ? localTimeAt(zone, Date.parse(saved)).replace('T', ' ') : t('not promised'),
          )}
          zone={zone}
          value={at}
          onChange={moment => form.set({ at: moment })}
          {...(isOver && { error: t('This time is over') })}
          description={
            there && at && clockTime(Date.parse(at), there) !== clockTime(Date.parse(at), zone)
              ? t('{time} there, in {zone}.', { time: clockTime(Date.parse(at), there), zone: there })
              : undefined
          }
        />
        {(of === null || leads.length > 0) && (
          <Select
            {...form.field('by', t('Who calls'))}
            disabled={of !== null}
            allowDeselect={false}
            data={[
              ...leads.map(lead => ({ value: String(lead.id), label: lead.campaign.name })),
              { value: BY_HAND, label: t('A person, by hand') },
            ]}
            description={
              isByHand
                ? t('It stands on Today until somebody has called or it is withdrawn.')
                : t('Ahead of others, and within the campaign’s hours.')
            }
          />
        )}
        <div className="row">
          <Button
            type="submit"
            variant="filled"
            loading={form.isSaving}
            disabled={isOver || (of !== null && form.changes.length === 0)}
          >
            {t('Call back then')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Modal>
  )
}
