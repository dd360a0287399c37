import { Button, Modal, Select, TextInput } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { type FormEvent, useEffect, useState } from 'react'
import type { ErrorData } from '../../../contract/errors'
import { byLabel } from '../../forms/use-form'
import { Notice } from '../../parts/Notice'
import { formatPhone } from '../../parts/values'
import { go } from '../../router'
import { useDesk } from '../../stores/use-desk'
import { useLive } from '../../stores/use-live'

const labels = { phone_number: 'Number', assistant_id: 'Assistant' }

interface Props {
  opened: boolean
  onClose: () => void
  number?: string
  assistantId?: number
}

/** Calls one number with an assistant, and goes to the call as it happens. */
export function CallDialog({ opened, onClose, ...given }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Call a number"
      size={400}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontWeight: 600 } }}
    >
      <CallForm onClose={onClose} {...given} />
    </Modal>
  )
}

function CallForm({ onClose, number: given = '', assistantId }: Omit<Props, 'opened'>) {
  const { client } = useDesk()
  const [number, setNumber] = useState(given && formatPhone(given))
  const [assistant, setAssistant] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failed, setFailed] = useState<string | null>(null)
  const [isCalling, setCalling] = useState(false)
  const { data: callers, error } = useLive(
    'assistants that call',
    async () => (await client.assistants.list({ per_page: 100 })).data.filter(({ type }) => type === 'outbound'),
    event => event.type === 'assistant.changed',
  )
  // The one of the call before, else the only one that there is.
  useEffect(() => {
    const known = callers?.find(({ id }) => id === assistantId) ?? (callers?.length === 1 ? callers[0] : undefined)
    if (known) setAssistant(old => old ?? String(known.id))
  }, [callers, assistantId])

  const call = async (event: FormEvent) => {
    event.preventDefault()
    setCalling(true)
    setErrors({})
    setFailed(null)
    try {
      // What is not chosen is left out, for the service to say so.
      const input = { phone_number: number, ...(assistant !== null && { assistant_id: assistant }) }
      const { call_id } = await client.calls.make(input as Parameters<typeof client.calls.make>[0])
      onClose()
      go(`/calls/${call_id}`)
    } catch (reason) {
      const found = faultsOf(reason)
      setErrors(found)
      if (Object.keys(found).length === 0) setFailed((reason as Error).message)
    } finally {
      setCalling(false)
    }
  }
  return (
    <form className="stack" onSubmit={call} noValidate>
      {(failed || error) && <Notice tone="bad" title={failed ?? error!.message} />}
      {callers?.length === 0 && <Notice tone="idle" title="There is no outbound assistant yet" />}
      <TextInput
        data-autofocus
        label="Number"
        description="In international form, with its + and country"
        inputMode="tel"
        placeholder="+1 555 010 0001"
        value={number}
        onChange={event => setNumber(event.currentTarget.value)}
        error={errors.phone_number}
      />
      <Select
        label="Assistant"
        placeholder={callers ? 'Who calls' : 'Loading'}
        searchable
        data={callers?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
        value={assistant}
        onChange={setAssistant}
        error={errors.assistant_id}
      />
      <div className="row">
        {/* Nobody is told to choose an assistant before it is known whether there is a choice. */}
        <Button type="submit" variant="filled" loading={isCalling} disabled={!callers && !error}>
          Call now
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

/** What was refused, by field. A number that cannot be one is refused without naming its field. */
function faultsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ORPCError)) return {}
  if (error.code === 'BAD_REQUEST') return { phone_number: error.message }
  const errors = (error.data as ErrorData)?.errors ?? {}
  return Object.fromEntries(
    Object.entries(errors).map(([field, [text]]) => [field, byLabel(text ?? error.message, labels)]),
  )
}
