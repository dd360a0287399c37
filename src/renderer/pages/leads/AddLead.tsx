import { Button, Checkbox, Select } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract'
import type { Lead, LeadStatus } from '../../../contract/leads'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { useCountry } from '../../forms/NumberField'
import { useForm } from '../../forms/use-form'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, Phone } from '../../parts/values'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { emptyContact, LeadFields, type LeadValues, withNumbers } from './LeadFields'
import css from './leads.module.css'
import { useOwnLeads } from './own-leads'

interface Values extends LeadValues {
  campaign_id: number
  allow_dupplicate: boolean
}

/** A campaign that leads can be added to. */
interface Target {
  id: number
  name: string
  assistant_id: number | null
}

const schema = contract.leads.create['~orpc'].inputSchema!
/** How many of the added leads are listed. */
const MAX_LISTED = 8

interface Props {
  campaign: Target
  /** The campaigns to choose among. Without them it is only `campaign`. */
  campaigns?: readonly Target[]
  onClose: () => void
}

/** Adds one lead after another. The added leads are listed with their states, and the form is emptied. */
export const AddLead = memo(function AddLead({ campaign: first, campaigns, onClose }: Props) {
  const { client, ask } = useDesk()
  const [chosen, setChosen] = useState(first.id)
  const campaign = campaigns?.find(({ id }) => id === chosen) ?? first
  const [added, setAdded] = useState<Lead[]>([])
  const [message, setMessage] = useState<string | null>(null)
  const number = useRef<HTMLInputElement>(null)
  const own = useOwnLeads()
  const { data: assistant } = useQuery(
    ask.assistants.get.queryOptions({
      input: campaign.assistant_id === null ? skipToken : { id: campaign.assistant_id },
    }),
  )
  const country = useCountry()
  const form = useForm({
    saved: { ...emptyContact, campaign_id: campaign.id, allow_dupplicate: false, secondary_contacts: [] } as Values,
    isNew: true,
    schema,
    toSend: values => withNumbers(values, country),
    send: values => client.leads.create(values),
    onSaved: answer => {
      own.added(answer.data)
      setMessage(said(answer.message))
      setAdded(old => [answer.data, ...old].slice(0, MAX_LISTED))
      number.current?.focus()
    },
  })
  useEffect(() => number.current?.focus(), [])

  return (
    <DetailPane label={t('Add a lead')} title={t('Add a lead')} onClose={onClose}>
      <form {...form.props} aria-label={t('Lead')}>
        <PaneSection title={t('To {name}', { name: campaign.name })}>
          <div className="stack">
            <FormNotice form={form} />
            {campaigns && campaigns.length > 1 && (
              <Select
                label={t('Campaign')}
                searchable
                data={campaigns.map(({ id, name }) => ({ value: String(id), label: name }))}
                value={String(campaign.id)}
                onChange={id => setChosen(Number(id))}
              />
            )}
            <LeadFields form={form} defaults={assistant?.variables ?? {}} number={number} />
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
