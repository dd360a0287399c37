import { Button } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { contract } from '../../../contract'
import type { Lead } from '../../../contract/leads'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { useCountry } from '../../forms/NumberField'
import { useForm } from '../../forms/use-form'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { formatPhone } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { LeadFields, type LeadValues, withNumbers } from './LeadFields'
import { whoOf } from './lead-text'
import { useOwnLeads } from './own-leads'

const schema = contract.leads.update['~orpc']
  .inputSchema!.pick({ phone_number: true, variables: true, secondary_contacts: true })
  .required({ phone_number: true })

interface Props {
  lead: Lead
  /** Of its campaign. */
  assistantId: number | null
  onClose: () => void
}

/** Changes the number, the variables and the contacts of a lead. */
export function EditLead({ lead, assistantId, onClose }: Props) {
  const { client, ask, queries } = useDesk()
  const own = useOwnLeads()
  const country = useCountry()
  const number = useRef<HTMLInputElement>(null)
  const { data: assistant } = useQuery(
    ask.assistants.get.queryOptions({ input: assistantId === null ? skipToken : { id: assistantId } }),
  )
  const form = useForm<LeadValues, Awaited<ReturnType<typeof client.leads.update>>>({
    saved: {
      phone_number: formatPhone(lead.phone_number),
      variables: lead.variables,
      secondary_contacts: lead.secondary_contacts.map(contact => ({
        phone_number: formatPhone(contact.phone_number),
        variables: contact.variables,
      })),
    },
    schema,
    toSend: values => withNumbers(values, country),
    send: (_, changes) =>
      client.leads.update({
        id: lead.id,
        ...changes,
        ...(changes.variables && { remove_variables: goneFrom(lead.variables, changes.variables) }),
      } as Parameters<typeof client.leads.update>[0]),
    onSaved: ({ message, data }) => {
      own.changed(data)
      void queries.invalidateQueries({ queryKey: ask.leads.get.key({ input: { id: lead.id } }) })
      tell(said(message))
      onClose()
    },
  })
  useEffect(() => number.current?.focus(), [])
  const changesNumber = form.changes.includes('phone_number')
  return (
    <DetailPane label={t('Change the lead')} title={t('Change {who}', { who: whoOf(lead) })} onClose={onClose}>
      <form {...form.props} aria-label={t('Lead')}>
        <PaneSection title={lead.campaign.name}>
          <div className="stack">
            <FormNotice form={form} />
            {changesNumber && lead.attempts > 0 && (
              <Notice tone="warn" title={t('With another number it begins anew')}>
                {t('Its tries so far do not count any more.')}
              </Notice>
            )}
            <LeadFields form={form} defaults={assistant?.variables ?? {}} number={number} />
            <div className="row">
              <Button type="submit" variant="filled" loading={form.isSaving} disabled={form.changes.length === 0}>
                {t('Save')}
              </Button>
              <Button onClick={onClose}>{t('Cancel')}</Button>
            </div>
          </div>
        </PaneSection>
      </form>
      <LeaveDialog form={form} />
    </DetailPane>
  )
}

/** The variables that were emptied. The service merges the others. */
const goneFrom = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  Object.keys(before).filter(name => !Object.hasOwn(after, name))
