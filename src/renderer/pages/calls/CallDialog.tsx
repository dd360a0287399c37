import { Button, Modal, Select, TextInput } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import type { ErrorData } from '../../../contract/errors'
import { byLabel } from '../../forms/use-form'
import { formatPhone } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { go } from '../../router'
import { useDesk } from '../../stores/use-desk'

const labels = { phone_number: 'Number', assistant_id: 'Assistant' }

interface Props {
  opened: boolean
  onClose: () => void
  number?: string
  assistantId?: number
}

/** Calls one number with an assistant, and opens the page of the call. */
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
  const { client, ask } = useDesk()
  const [number, setNumber] = useState(given && formatPhone(given))
  const [assistant, setAssistant] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failed, setFailed] = useState<string | null>(null)
  const [isCalling, setCalling] = useState(false)
  const { data: callers, error } = useQuery(ask.assistants.listOutbound.queryOptions({ input: {} }))
  // Choose the assistant of the earlier call, else the only one if there is just one.
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
      // Without a choice the field is left out, and the service returns the error for it.
      const input = { phone_number: number, ...(assistant !== null && { assistant_id: assistant }) }
      const { call_id } = await client.calls.make(input as Parameters<typeof client.calls.make>[0])
      onClose()
      go(`/calls/${call_id}`)
    } catch (reason) {
      const found = fieldErrorsOf(reason)
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
        {/* Disabled until the assistants are loaded, so that nobody is asked to choose one too early. */}
        <Button type="submit" variant="filled" loading={isCalling} disabled={!callers && !error}>
          Call now
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

/** The service's errors by field. An impossible number is refused without the name of its field. */
function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ORPCError)) return {}
  if (error.code === 'BAD_REQUEST') return { phone_number: error.message }
  const errors = (error.data as ErrorData)?.errors ?? {}
  return Object.fromEntries(
    Object.entries(errors).map(([field, [text]]) => [field, byLabel(text ?? error.message, labels)]),
  )
}
