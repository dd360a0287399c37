import { NumberInput, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Settings } from '../../../contract/settings'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { FormSection } from '../../parts/FormSection'
import { Notice } from '../../parts/Notice'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { FormPage } from './Section'
import { useSettingsForm, WithSettings } from './use-settings-form'

/** How long recordings and transcripts are kept. */
export const RetentionSection = ({ title }: { title: string }) => (
  <WithSettings title={title}>{settings => <Fields title={title} settings={settings} />}</WithSettings>
)

interface Effect {
  calls: number
  recordings: number
  chats: number
}

/** What is proposed first when a time is set. */
const SUGGESTED = 90

const isDays = (days: unknown): days is number => Number.isInteger(days) && Number(days) >= 1 && Number(days) <= 3650

function Fields({ title, settings: { retention_days } }: { title: string; settings: Settings }) {
  const { ask, client } = useDesk()
  const [question, setQuestion] = useState<{ effect: Effect; days: number } | null>(null)
  const answer = useRef<(isWanted: boolean) => void>(() => {})
  const form = useSettingsForm(
    { retention_days },
    {
      async before({ retention_days: days }) {
        if (!isDays(days)) return
        const effect = await client.settings.retentionEffect({ days })
        if (effect.calls + effect.chats === 0) return
        setQuestion({ effect, days })
        const isWanted = await new Promise<boolean>(resolve => {
          answer.current = resolve
        })
        setQuestion(null)
        if (!isWanted) throw new Error(t('Not saved, and nothing was deleted.'))
      },
    },
  )
  const days = form.values.retention_days
  const isShorter = isDays(days) && days !== form.base.retention_days
  const { data: effect } = useQuery(
    ask.settings.retentionEffect.queryOptions({ input: { days: isDays(days) ? days : 1 }, enabled: isShorter }),
  )
  return (
    <FormPage title={title} form={form}>
      <FormSection
        title={t('Recordings and transcripts')}
        help={t('Calls and chats themselves stay, with who, when and what they cost. So do the ledger and statistics.')}
      >
        <Switch
          label={t('Delete them after a while')}
          checked={days !== null}
          onChange={event =>
            form.set({ retention_days: event.currentTarget.checked ? (form.base.retention_days ?? SUGGESTED) : null })
          }
        />
        {days !== null && (
          <NumberInput
            {...form.field('retention_days', t('Keep them for'), saved =>
              saved === null ? t('without limit') : t('{n, plural, one {# day} other {# days}}', { n: saved }),
            )}
            value={days}
            suffix={` ${t('{n, plural, one {day} other {days}}', { n: Number(days) })}`}
            placeholder={t('1 to 3650 days')}
          />
        )}
        {days === null && <p className="soft">{t('They are kept until you delete them.')}</p>}
        {isShorter && effect && <Warning effect={effect} />}
      </FormSection>
      <ConfirmDialog
        opened={question !== null}
        title={t('Delete what is older than {n, plural, one {# day} other {# days}}?', { n: question?.days ?? 0 })}
        action={t('Save and delete')}
        keep={t('Keep everything')}
        onKeep={() => answer.current(false)}
        onAct={async () => answer.current(true)}
      >
        {question && <p>{inWords(question.effect)}</p>}
        <p>{t('This cannot be undone. A backup that was made before has the transcripts, and no recordings.')}</p>
      </ConfirmDialog>
    </FormPage>
  )
}

const inWords = ({ calls, recordings, chats }: Effect) =>
  [
    calls > 0 &&
      t('{n, plural, one {# call loses its transcript.} other {# calls lose their transcript.}}', { n: calls }),
    recordings > 0 &&
      t('{n, plural, one {# recording is deleted.} other {# recordings are deleted.}}', { n: recordings }),
    chats > 0 && t('{n, plural, one {# chat loses its messages.} other {# chats lose their messages.}}', { n: chats }),
  ]
    .filter(Boolean)
    .join(' ')

const Warning = ({ effect }: { effect: Effect }) =>
  effect.calls + effect.chats === 0 ? (
    <p className="soft">{t('Nothing is older: nothing is deleted now.')}</p>
  ) : (
    <Notice tone="warn" title={t('When this is saved')}>
      {inWords(effect)}
    </Notice>
  )
