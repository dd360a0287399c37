import { Button, Modal, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract'
import type { Client } from '../../api/client'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import { VariableFields } from '../../forms/VariableFields'
import { Notice } from '../../parts/Notice'
import { go } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'

interface Props {
  opened: boolean
  onClose: () => void
}

/** Begins a chat in which the operator plays the customer. */
export const TestChatDialog = ({ opened, onClose }: Props) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={t('Try an assistant')}
    size={400}
    closeButtonProps={{ 'aria-label': t('Close') }}
    styles={{ title: { fontWeight: 600 } }}
  >
    <TestChatForm onClose={onClose} />
  </Modal>
)

const schema = contract.conversations.create['~orpc'].inputSchema!

interface Values {
  assistant_id: number | null
  type: 'test'
  variables: Record<string, unknown>
}

function TestChatForm({ onClose }: Pick<Props, 'onClose'>) {
  const { client, ask } = useDesk()
  const assistants = useQuery(ask.assistants.listAll.queryOptions({ input: {} }))
  const only = assistants.data?.length === 1 ? assistants.data[0]!.id : null
  const form = useForm({
    isReady: !assistants.isPending,
    saved: { assistant_id: only, type: 'test', variables: {} } as Values,
    isNew: true,
    schema,
    toSend: ({ assistant_id, ...others }) => ({
      ...others,
      // Without a choice the field is left out, and the error says that it is required.
      ...((assistant_id === null ? {} : { assistant_id }) as { assistant_id: number }),
    }),
    send: values => client.conversations.create(values as Parameters<Client['conversations']['create']>[0]),
    onSaved: ({ conversation_id }) => {
      onClose()
      go(`/conversations/${conversation_id}`)
    },
  })
  const chosen = assistants.data?.find(({ id }) => id === form.values.assistant_id)
  const { value, onChange, ...assistant } = form.field('assistant_id', t('Assistant'))
  const error = failureOf(assistants)
  return (
    <form {...form.props} className="stack" aria-label={t('Try an assistant')}>
      <FormNotice form={form} />
      {error && <Notice tone="bad" title={error.message} />}
      {assistants.data?.length === 0 && <Notice tone="idle" title={t('There is no assistant yet')} />}
      <p className="dim">{t('You play the customer. Tools are really called, and nothing is charged.')}</p>
      <Select
        {...assistant}
        data-autofocus
        placeholder={assistants.data ? t('Who answers') : t('Loading')}
        searchable
        data={assistants.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
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
          {t('Begin')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
      <LeaveDialog form={form} />
    </form>
  )
}
