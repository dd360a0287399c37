import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract'
import type { Lead, LeadStatus } from '../../../contract/leads'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { NumberField, useCountry } from '../../forms/NumberField'
import { useForm } from '../../forms/use-form'
import { VariableFields } from '../../forms/VariableFields'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, Phone } from '../../parts/values'
import { toE164 } from '../../phone'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import css from './campaigns.module.css'
import { useOwnLeads } from './own-leads'

interface Contact {
  phone_number: string
  variables: Record<string, unknown>
}

interface Values extends Contact {
  campaign_id: number
  allow_dupplicate: boolean
  secondary_contacts: Contact[]
}

const schema = contract.leads.create['~orpc'].inputSchema!
const emptyContact: Contact = { phone_number: '', variables: {} }
/** How many of the added leads are listed. */
const MAX_LISTED = 8

/** Adds one lead after another. The added leads are listed with their states, and the form is emptied. */
export const AddLead = memo(function AddLead({
  id,
  name,
  assistantId,
  onClose,
}: {
  /** Of the campaign. */
  id: number
  name: string
  assistantId: number | null
  onClose: () => void
}) {
  const { client, ask } = useDesk()
  const [added, setAdded] = useState<Lead[]>([])
  const [message, setMessage] = useState<string | null>(null)
  const number = useRef<HTMLInputElement>(null)
  const own = useOwnLeads()
  const { data: assistant } = useQuery(
    ask.assistants.get.queryOptions({
      input: assistantId === null ? skipToken : { id: assistantId },
    }),
  )
  const country = useCountry()
  const names = Object.keys(assistant?.variables ?? {})
  const form = useForm({
    saved: { ...emptyContact, campaign_id: id, allow_dupplicate: false, secondary_contacts: [] } as Values,
    isNew: true,
    schema,
    toSend: values => ({
      ...values,
      phone_number: toE164(values.phone_number, country),
      secondary_contacts: values.secondary_contacts.map(contact => ({
        ...contact,
        phone_number: toE164(contact.phone_number, country),
      })),
    }),
    send: values => client.leads.create(values),
    onSaved: answer => {
      own.added(answer.data)
      setMessage(answer.message)
      setAdded(old => [answer.data, ...old].slice(0, MAX_LISTED))
      number.current?.focus()
    },
  })
  useEffect(() => number.current?.focus(), [])
  const { secondary_contacts: contacts } = form.values
  const setContact = (at: number, change: Partial<Contact>) =>
    form.set({
      secondary_contacts: contacts.map((contact, i) => (i === at ? { ...contact, ...change } : contact)),
    })

  return (
    <DetailPane label={t('Add a lead')} title={t('Add a lead')} onClose={onClose}>
      <form {...form.props} aria-label={t('Lead')}>
        <PaneSection title={t('To {name}', { name })}>
          <div className="stack">
            <FormNotice form={form} />
            <NumberField {...form.field('phone_number', t('Number'))} ref={number} />
            <VariableFields
              names={names}
              defaults={assistant?.variables ?? {}}
              path="variables"
              value={form.values.variables}
              onChange={variables => form.set({ variables })}
              errorOf={form.errorOf}
            />
            {contacts.map((contact, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: contacts have no id
              <div key={i} className={css.contact}>
                <div className="row">
                  <span className="strong">{i === 0 ? t('If not reached, then') : t('And then')}</span>
                  <ActionIcon
                    aria-label={t('Remove contact {n}', { n: i + 1 })}
                    onClick={() => form.set({ secondary_contacts: contacts.filter((_, j) => j !== i) })}
                  >
                    <IconX size={14} />
                  </ActionIcon>
                </div>
                <NumberField
                  data-field={`secondary_contacts.${i}.phone_number`}
                  label={t('Number of contact {n}', { n: i + 1 })}
                  value={contact.phone_number}
                  onChange={event => setContact(i, { phone_number: event.currentTarget.value })}
                  error={form.errorOf(`secondary_contacts.${i}.phone_number`, t('Number of contact {n}', { n: i + 1 }))}
                />
                <VariableFields
                  names={names}
                  defaults={assistant?.variables ?? {}}
                  path={`secondary_contacts.${i}.variables`}
                  value={contact.variables}
                  onChange={variables => setContact(i, { variables })}
                  errorOf={form.errorOf}
                />
              </div>
            ))}
            <Button
              size="xs"
              leftSection={<IconPlus size={13} aria-hidden />}
              style={{ alignSelf: 'flex-start' }}
              onClick={() => form.set({ secondary_contacts: [...contacts, emptyContact] })}
            >
              {t('Another number to try')}
            </Button>
            <Checkbox {...form.toggle('allow_dupplicate', t('Allow a number that the campaign has already'))} />
            <div className="row">
              <Button type="submit" variant="filled" loading={form.isSaving}>
                {t('Add lead')}
              </Button>
              <Button onClick={onClose}>{t('Done')}</Button>
            </div>
          </div>
        </PaneSection>
      </form>
      <div role="status">
        {added.length > 0 && (
          <PaneSection title={t('Just added')}>
            <p className="soft">{message}</p>
            <Added leads={added} isAdding={form.isSaving} />
          </PaneSection>
        )}
      </div>
      <LeaveDialog form={form} />
    </DetailPane>
  )
})

/** The leads that were just added, with their states now. */
function Added({ leads, isAdding }: { leads: Lead[]; isAdding: boolean }) {
  const desk = useDesk()
  const [statuses, setStatuses] = useState<Record<number, LeadStatus>>({})
  const latest = useRef({ leads, isAdding })
  latest.current = { leads, isAdding }
  useEffect(
    () =>
      desk.onEvent(event => {
        if (event.type !== 'lead.changed') return
        const { leads, isAdding } = latest.current
        // While a lead is being added, its first event may come before its id is known.
        if (isAdding || leads.some(({ id }) => id === event.id))
          setStatuses(old => ({ ...old, [event.id]: event.status }))
      }),
    [desk],
  )
  // Forget the states of other leads, which were kept while a lead was being added.
  useEffect(
    () => setStatuses(old => Object.fromEntries(leads.flatMap(({ id }) => (old[id] ? [[id, old[id]]] : [])))),
    [leads],
  )
  return (
    <ul className={css.added}>
      {leads.map(lead => (
        <li key={lead.id}>
          <Clip>{lead.name ?? <Phone value={lead.phone_number} />}</Clip>
          <StatusBadge kind="lead" name={statuses[lead.id] ?? lead.status} />
        </li>
      ))}
    </ul>
  )
}
