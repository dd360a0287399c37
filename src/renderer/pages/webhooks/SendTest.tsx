import { Button, Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract'
import { FormNotice } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import { StatusBadge } from '../../parts/StatusBadge'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { SentAndAnswered } from './Tries'
import css from './webhooks.module.css'

const EXAMPLE = 'https://example.com/hook'

/** A button that sends a test to an address, and shows what came of it. */
export function SendTest() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('Send a test')}</Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('Send a test')}
        size={560}
        closeButtonProps={{ 'aria-label': t('Close') }}
        styles={{ title: { fontWeight: 600 } }}
      >
        <TestForm onClose={() => setOpen(false)} />
      </Modal>
    </>
  )
}

function TestForm({ onClose }: { onClose: () => void }) {
  const { client } = useDesk()
  const [sent, setSent] = useState<number | null>(null)
  const form = useForm({
    saved: { url: '' },
    isNew: true,
    schema: contract.webhooks.test['~orpc'].inputSchema!,
    send: values => client.webhooks.test(values),
    onSaved: ({ data }) => setSent(data.id),
  })
  return (
    <form {...form.props} className="stack" aria-label={t('Send a test')}>
      <FormNotice form={form} />
      <TextInput
        {...form.field('url', t('Address'))}
        description={t('A signed request goes there, as after a call. It tells that it is a test.')}
        placeholder={EXAMPLE}
        type="url"
        data-autofocus
      />
      {sent !== null && <Result key={sent} id={sent} />}
      <div className="row">
        <Button type="submit" variant="filled" loading={form.isSaving}>
          {sent === null ? t('Send') : t('Send once more')}
        </Button>
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </form>
  )
}

function Result({ id }: { id: number }) {
  const { ask } = useDesk()
  const { data } = useQuery(ask.webhooks.getDelivery.queryOptions({ input: { id } }))
  return (
    <section aria-label={t('Result')}>
      <p role="status" className={css.testState}>
        {data && <StatusBadge kind="delivery" name={data.status} look="pill" />}
        {data?.last_error && <span className="danger">{said(data.last_error)}</span>}
        {data?.status === 'delivered' && <span className="soft">{t('The receiver has taken it.')}</span>}
      </p>
      {data && data.attempts.length > 0 && (
        <div className={css.testTries}>
          <SentAndAnswered delivery={data} />
        </div>
      )}
    </section>
  )
}
