import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { Ref } from 'react'
import { NumberField } from '../../forms/NumberField'
import type { Form } from '../../forms/use-form'
import { VariableFields } from '../../forms/VariableFields'
import { toE164 } from '../../phone'
import { t } from '../../words/words'
import css from './leads.module.css'

export interface Contact {
  phone_number: string
  variables: Record<string, unknown>
}

/** What a person says about a lead. */
export interface LeadValues extends Contact {
  secondary_contacts: Contact[]
}

export const emptyContact: Contact = { phone_number: '', variables: {} }

/** As it is sent: with the numbers in E.164. */
export const withNumbers = <V extends LeadValues>(values: V, country: string | null): V => ({
  ...values,
  phone_number: toE164(values.phone_number, country),
  secondary_contacts: values.secondary_contacts.map(contact => ({
    ...contact,
    phone_number: toE164(contact.phone_number, country),
  })),
})

interface Props<V extends LeadValues> {
  form: Form<V>
  /** The variables of the campaign's assistant with its own values. */
  defaults: Record<string, unknown>
  /** Of the field of the number. */
  number?: Ref<HTMLInputElement>
}

/** The number of a lead, its variables, and more numbers to try. */
export function LeadFields<V extends LeadValues>({ form, defaults, number }: Props<V>) {
  const { secondary_contacts: contacts } = form.values
  const change = (values: Partial<LeadValues>) => form.set(values as Partial<V>)
  const setContact = (at: number, to: Partial<Contact>) =>
    change({ secondary_contacts: contacts.map((contact, i) => (i === at ? { ...contact, ...to } : contact)) })
  // A lead may have variables that the assistant no longer defines.
  const namesOf = (own: Record<string, unknown>) => [...new Set([...Object.keys(defaults), ...Object.keys(own)])]
  return (
    <>
      <NumberField {...form.field('phone_number', t('Number'))} value={form.values.phone_number} ref={number} />
      <VariableFields
        names={namesOf(form.base.variables)}
        defaults={defaults}
        path="variables"
        value={form.values.variables}
        onChange={variables => change({ variables })}
        errorOf={form.errorOf}
      />
      {contacts.map((contact, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: contacts have no id
        <div key={i} className={css.contact}>
          <div className="row">
            <span className="strong">{i === 0 ? t('If not reached, then') : t('And then')}</span>
            <ActionIcon
              aria-label={t('Remove contact {n}', { n: i + 1 })}
              onClick={() => change({ secondary_contacts: contacts.filter((_, j) => j !== i) })}
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
            names={namesOf(contact.variables)}
            defaults={defaults}
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
        onClick={() => change({ secondary_contacts: [...contacts, emptyContact] })}
      >
        {t('Another number to try')}
      </Button>
    </>
  )
}
