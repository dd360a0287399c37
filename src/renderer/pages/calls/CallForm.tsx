import { Button, Select } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract'
import type { Client } from '../../api/client'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { useCountry } from '../../forms/NumberField'
import { PersonField } from '../../forms/PersonField'
import { useForm } from '../../forms/use-form'
import { VariableFields } from '../../forms/VariableFields'
import { formatPhone } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { TimeThere } from '../../parts/TimeThere'
import { toE164, wholeNumber } from '../../phone'
import { go } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'

export interface CallFormProps {
  onClose: () => void
  number?: string
  /** The id of the assistant that calls. The person may choose another one. */
  assistant?: number
  /** The id of an earlier call with the person. Its number, its assistant and what was given for it are used again. */
  earlier?: number
  /** What is known of the person. It goes before what was given for the earlier call. */
  known?: Record<string, unknown>
}

interface Values {
  phone_number: string
  assistant_id: number | null
  variables: Record<string, unknown>
}

const schema = contract.calls.make['~orpc'].inputSchema!

/** Calls one number with an assistant, and opens the page of the call. */
export function CallForm({ onClose, number, assistant: given, earlier, known }: CallFormProps) {
  const { client, ask } = useDesk()
  const country = useCountry()
  const assistants = useQuery(ask.assistants.listOutbound.queryOptions({ input: {} }))
  const callers = assistants.data
  const before = useQuery(ask.calls.get.queryOptions({ input: earlier === undefined ? skipToken : { id: earlier } }))
  // The given assistant or that of the earlier call, else the only one if there is just one.
  const caller =
    callers?.find(({ id }) => id === (given ?? before.data?.assistant_id)) ??
    (callers?.length === 1 ? callers[0] : undefined)
  const form = useForm({
    // Until all is there, nobody is asked to choose an assistant too early, and no name is left out.
    isReady: !assistants.isPending && (earlier === undefined || !before.isPending),
    saved: {
      phone_number: formatPhone(number ?? before.data?.client_phone_number ?? ''),
      assistant_id: caller?.id ?? null,
      variables: { ...before.data?.given_variables, ...known },
    } as Values,
    isNew: true,
    schema,
    toSend: ({ assistant_id, ...others }) => ({
      ...others,
      phone_number: toE164(others.phone_number, country),
      // Without a choice the field is left out, and the error says that it is required.
      ...((assistant_id === null ? {} : { assistant_id }) as { assistant_id: number }),
    }),
    send: values => client.calls.make(values as Parameters<Client['calls']['make']>[0]).catch(onNumber),
    onSaved: ({ call_id }) => {
      onClose()
      go(`/calls/${call_id}`)
    },
  })
  const chosen = callers?.find(({ id }) => id === form.values.assistant_id)
  const { value, onChange, ...assistant } = form.field('assistant_id', t('Assistant'))
  const error = failureOf(assistants, before)
  return (
    <form {...form.props} className="stack" aria-label={t('Call a number')}>
      <FormNotice form={form} />
      {error && <Notice tone="bad" title={error.message} />}
      {callers?.length === 0 && (
        <Notice tone="idle" title={t('There is no outbound assistant yet')}>
          <button
            type="button"
            className="link"
            onClick={() => {
              onClose()
              go('/assistants/new')
            }}
          >
            {t('Make one from a template')}
          </button>
        </Notice>
      )}
      <PersonField
        data-autofocus
        placeholder="+1 555 010 0001"
        {...form.field('phone_number', t('Number'))}
        onChange={phone_number => form.set({ phone_number })}
      />
      <TimeThere number={wholeNumber(form.values.phone_number, country)} />
      <Select
        {...assistant}
        placeholder={callers ? t('Who calls') : t('Loading')}
        searchable
        data={callers?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
        value={value === null ? null : String(value)}
        onChange={id => onChange(id === null ? null : Number(id))}
      />
      {chosen && (
        <VariableFields
          names={Object.keys(chosen.variables)}
          defaults={chosen.variables}
          path="variables"
          value={form.values.variables}
          onChange={variables => form.set({ variables })}
          errorOf={form.errorOf}
        />
      )}
      <div className="row">
        <Button type="submit" variant="filled" loading={form.isSaving}>
          {t('Call now')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
      <LeaveDialog form={form} />
    </form>
  )
}

/** An impossible number is refused without the name of its field. */
function onNumber(error: unknown): never {
  if (!(error instanceof ORPCError) || error.code !== 'BAD_REQUEST') throw error
  throw Object.assign(new Error(error.message), { data: { errors: { phone_number: [error.message] } } })
}
