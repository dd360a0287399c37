import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract'
import type { ApiKey } from '../../../contract/account'
import { FormNotice } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import { CodeBlock } from '../../parts/CodeBlock'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { FormSection } from '../../parts/FormSection'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { Time } from '../../parts/values'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { rich, t } from '../../words/words'
import css from './settings.module.css'

/** A request that shows whether a key works. */
export const curlLine = (base: string, key: string) => `curl -H 'Authorization: Bearer ${key}' ${base}/user/me`

/** The keys of the person: made, shown once, revoked. */
export function ApiKeys() {
  const { ask, client } = useDesk()
  const answer = useQuery(ask.account.listKeys.queryOptions({ input: {} }))
  const error = failureOf(answer)
  const [isMaking, setMaking] = useState(false)
  const [going, setGoing] = useState<ApiKey | null>(null)
  return (
    <FormSection
      title={t('API keys')}
      help={t('A program needs one with every request. It acts as you. Give each program a key of its own.')}
    >
      {error && <Notice tone="bad" title={error.message} />}
      <ul className={css.items} aria-label={t('API keys')}>
        {answer.data?.map(key => (
          <li key={key.id}>
            <div>
              <strong>{key.name}</strong>
              <p>
                <span className="mono">{`${key.hint}…`}</span>
                {' · '}
                {rich('made <at></at>', { at: () => <Time at={key.created_at} /> })}
                {' · '}
                {key.last_used_at === null
                  ? t('never used')
                  : rich('last used <at></at>', { at: () => <Time at={key.last_used_at!} /> })}
              </p>
            </div>
            <Button size="xs" aria-label={t('Revoke {name}', { name: key.name })} onClick={() => setGoing(key)}>
              {t('Revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {answer.data?.length === 0 && <p className="dim">{t('None yet.')}</p>}
      <span>
        <Button onClick={() => setMaking(true)}>{t('Make a key')}</Button>
      </span>
      <MakeKeyDialog opened={isMaking} onClose={() => setMaking(false)} />
      <ConfirmDialog
        opened={going !== null}
        title={t('Revoke {name}?', { name: going?.name ?? '' })}
        action={t('Revoke')}
        keep={t('Keep it')}
        onKeep={() => setGoing(null)}
        onAct={async () => {
          await client.account.revokeKey({ id: going!.id })
          tell(t('{name} was revoked', { name: going!.name }))
          setGoing(null)
        }}
      >
        {going?.last_used_at
          ? rich('It was last used <at></at>. Requests with it are refused from now on. It cannot be brought back.', {
              at: () => <Time at={going.last_used_at!} />,
            })
          : t('It was never used. Requests with it are refused from now on.')}
      </ConfirmDialog>
    </FormSection>
  )
}

export interface MakeKeyDialogProps {
  opened: boolean
  onClose: () => void
}

/** Makes a key, and shows it once. */
export function MakeKeyDialog({ opened, onClose }: MakeKeyDialogProps) {
  const [made, setMade] = useState<string | null>(null)
  const [isKept, setKept] = useState(false)
  const isAtRisk = made !== null && !isKept
  const close = () => {
    setMade(null)
    setKept(false)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('Make a key')}
      size={520}
      // It is not shown again: a slip must not close it.
      closeOnEscape={!isAtRisk}
      closeOnClickOutside={!isAtRisk}
      withCloseButton={!isAtRisk}
      closeButtonProps={{ 'aria-label': t('Close') }}
      styles={{ title: { fontWeight: 600 } }}
    >
      {made === null ? (
        <MakeKey onMade={setMade} onClose={close} />
      ) : (
        <MadeKey made={made} isKept={isKept} onKept={setKept} onClose={close} />
      )}
    </Modal>
  )
}

interface MadeKeyProps {
  made: string
  /** Whether it was copied, or the person says that it is kept. */
  isKept: boolean
  onKept: (isKept: boolean) => void
  onClose: () => void
}

function MadeKey({ made, isKept, onKept, onClose }: MadeKeyProps) {
  const base = useDeskState(state => state.settings?.api_base_url ?? '')
  const { copy, copied, error } = useClipboard({ timeout: 2000 })
  const button = useRef<HTMLButtonElement>(null)
  const kept = useCallback(() => onKept(true), [onKept])
  // The button that had the focus is gone.
  useEffect(() => button.current?.focus(), [])
  useEffect(() => {
    if (copied) kept()
  }, [copied, kept])
  return (
    <div className="stack" onCopy={kept}>
      <Notice tone="warn" title={t('Copy the key now: it is not shown again')} />
      <CodeBlock text={made} label={t('New key')} bare />
      <div className="row">
        <Button
          ref={button}
          variant="filled"
          leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          onClick={() => copy(made)}
        >
          {copied ? t('Copied') : t('Copy the key')}
        </Button>
        {error && <span className="danger">{t('The clipboard cannot be written to')}</span>}
      </div>
      <p className="soft">{t('To try it, copy this line into a terminal of this machine:')}</p>
      <CodeBlock text={curlLine(base, made)} label={t('Command')} onCopied={kept} />
      <Checkbox
        label={t('I have kept the key')}
        checked={isKept}
        onChange={event => onKept(event.currentTarget.checked)}
      />
      <div className="row">
        <Button disabled={!isKept} onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </div>
  )
}

function MakeKey({ onMade, onClose }: { onMade: (key: string) => void; onClose: () => void }) {
  const { client } = useDesk()
  const form = useForm({
    saved: { name: '' },
    isNew: true,
    schema: contract.account.createKey['~orpc'].inputSchema!,
    send: values => client.account.createKey(values),
    onSaved: ({ data }) => onMade(data.key),
  })
  return (
    <form {...form.props} className="stack" aria-label={t('Make a key')}>
      <FormNotice form={form} />
      <TextInput
        {...form.field('name', t('What it is for'))}
        placeholder={t('n8n, the shop, a script')}
        data-autofocus
      />
      <div className="row">
        <Button type="submit" variant="filled" loading={form.isSaving}>
          {t('Make')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
