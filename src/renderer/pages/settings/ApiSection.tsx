import { NumberInput, TextInput } from '@mantine/core'
import type { Settings } from '../../../contract/settings'
import { CodeBlock } from '../../parts/CodeBlock'
import { FieldRow, FormSection } from '../../parts/FormSection'
import { rich, t } from '../../words/words'
import { ApiKeys, curlLine } from './ApiKeys'
import { FormPage } from './Section'
import { useSettingsForm, WithSettings } from './use-settings-form'

const EXAMPLE = 'https://calls.example.com/api'

const limits = [
  ['per_second', t('Requests a second')],
  ['burst', t('At once')],
] as const

/** Where the API is, its keys, and its limits. */
export const ApiSection = ({ title }: { title: string }) => (
  <WithSettings title={title}>{settings => <Fields title={title} settings={settings} />}</WithSettings>
)

function Fields({ title, settings }: { title: string; settings: Settings }) {
  const { api_base_url: base, public_base_url, rate_limit } = settings
  const form = useSettingsForm({ public_base_url, rate_limit })
  const limit = form.values.rate_limit
  return (
    <FormPage
      title={title}
      form={form}
      before={
        <>
          <FormSection
            title={t('Address')}
            help={rich('Every operation, with examples, is in the <link>API reference</link>.', {
              link: text => (
                <a className="link" href="/api/docs" target="_blank" rel="noreferrer">
                  {text}
                </a>
              ),
            })}
          >
            <CodeBlock text={base} label={t('Base address')} />
            <p className="soft">{t('With one of your keys in place of YOUR_KEY, this line says who it belongs to:')}</p>
            <CodeBlock text={curlLine(base, 'YOUR_KEY')} label={t('Command')} />
          </FormSection>
          <ApiKeys />
        </>
      }
    >
      <FormSection
        title={t('From elsewhere')}
        help={t(
          'The API answers on this machine only. Recordings can be reached from outside through a proxy of yours.',
        )}
      >
        <TextInput
          {...form.field('public_base_url', t('Public address'), saved => saved ?? t('none'))}
          value={form.values.public_base_url ?? ''}
          onChange={event => form.set({ public_base_url: event.currentTarget.value || null })}
          description={t('Links to recordings in webhooks begin with it.')}
          placeholder={EXAMPLE}
        />
      </FormSection>
      <FormSection
        title={t('Limits')}
        help={t('For each key. A request above them is answered 429 and may be tried again.')}
      >
        <FieldRow>
          {limits.map(([name, label]) => (
            <NumberInput
              key={name}
              data-field={`rate_limit.${name}`}
              label={label}
              value={limit[name]}
              onChange={value => form.set({ rate_limit: { ...limit, [name]: value as number } })}
              error={form.errorOf(`rate_limit.${name}`, label)}
            />
          ))}
        </FieldRow>
      </FormSection>
    </FormPage>
  )
}
