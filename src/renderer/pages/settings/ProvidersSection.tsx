import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconCircleCheck, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import type { Provider, Settings } from '../../../contract/settings'
import type { Form } from '../../forms/use-form'
import { FormSection } from '../../parts/FormSection'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { OwnModels } from './OwnModels'
import { FormPage } from './Section'
import css from './settings.module.css'
import { useSettingsForm, WithSettings } from './use-settings-form'

/** The keys and addresses of the providers of models, voices and transcripts, and models of one's own. */
export function ProvidersSection({ title }: { title: string }) {
  const [saves, setSaves] = useState(0)
  return (
    <WithSettings title={title}>
      {settings => (
        // A new form after each save, since keys must not stay in the fields.
        <Fields key={saves} title={title} settings={settings} onSaved={() => setSaves(n => n + 1)} />
      )}
    </WithSettings>
  )
}

/** They run on this machine and need no key. */
const builtIn = ['scripted', 'flite']

const kinds: Record<Provider['kinds'][number], string> = {
  model: t('language models'),
  transcriber: t('speech to text'),
  synthesizer: t('voices'),
}

/** What can be changed of a provider. An empty key is not sent; null deletes the stored one. */
interface Access {
  id: number
  api_key?: string | null
  base_url: string | null
}
type ProvidersForm = Form<{ providers: Access[] }>

function Fields({
  title,
  settings: { providers },
  onSaved,
}: {
  title: string
  settings: Settings
  onSaved: () => void
}) {
  // Those of models first: without one, assistants only follow a script.
  const own = providers
    .filter(({ code }) => !builtIn.includes(code))
    .sort((a, b) => Number(b.kinds.includes('model')) - Number(a.kinds.includes('model')))
  const saved = { providers: own.map(({ id, base_url }): Access => ({ id, base_url })) }
  const form = useSettingsForm(saved, {
    onSaved,
    // Only those that are changed: the models of the others keep what is known of them.
    toChange: changes => ({
      providers: (changes.providers ?? []).filter(
        (one, i) => one.api_key !== undefined || one.base_url !== saved.providers[i]!.base_url,
      ),
    }),
  })
  return (
    <FormPage title={title} form={form} after={<OwnModels providers={providers} />}>
      {own.map((provider, i) => (
        <FormSection
          key={provider.id}
          title={said(provider.name)}
          help={provider.kinds.map(kind => kinds[kind]).join(', ')}
        >
          <OneProvider provider={provider} form={form} at={i} />
        </FormSection>
      ))}
      <FormSection title={t('On this machine')} help={t('Built in. They need no key and ask nobody.')}>
        {providers
          .filter(({ code }) => builtIn.includes(code))
          .map(({ id, name, kinds: uses }) => (
            <p key={id}>
              {said(name)} <span className="soft">{uses.map(kind => kinds[kind]).join(', ')}</span>
            </p>
          ))}
      </FormSection>
    </FormPage>
  )
}

function OneProvider({ provider, form, at }: { provider: Provider; form: ProvidersForm; at: number }) {
  const { client } = useDesk()
  const { id, has_key } = provider
  const name = said(provider.name)
  const access = form.values.providers[at]!
  const set = (change: Partial<Access>) =>
    form.set({
      providers: form.values.providers.map((one, i) => {
        if (i !== at) return one
        const { api_key, ...rest } = { ...one, ...change }
        return api_key === undefined || api_key === '' ? rest : { ...rest, api_key }
      }),
    })
  const isChanged = JSON.stringify(access) !== JSON.stringify(form.base.providers[at])
  const [result, setResult] = useState<{ ok: boolean; message: string } | null>(null)
  const test = useChange(() => client.settings.testProvider({ id }), { onDone: setResult })
  const [keyLabel, urlLabel] = [t('Key of {name}', { name }), t('Address of {name}', { name })]
  const removes = access.api_key === null
  const canTest = provider.kinds.includes('model')
  return (
    <div className={css.provider}>
      <PasswordInput
        data-field={`providers.${at}.api_key`}
        label={t('Key')}
        aria-label={keyLabel}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t('Show the key of {name}', { name }) }}
        description={
          removes
            ? t('The stored key is deleted when you save.')
            : has_key
              ? t('A key is stored. It is never shown; a new one replaces it.')
              : t('None is stored.')
        }
        placeholder={has_key && !removes ? '••••••••••••' : ''}
        value={access.api_key ?? ''}
        onChange={event => set({ api_key: event.currentTarget.value })}
        error={form.errorOf(`providers.${at}.api_key`, t('Key'))}
      />
      <TextInput
        data-field={`providers.${at}.base_url`}
        label={t('Address')}
        aria-label={urlLabel}
        description={has_key ? t('Another address forgets the stored key, unless you give one with it.') : undefined}
        placeholder={t('The provider’s own')}
        value={access.base_url ?? ''}
        onChange={event => set({ base_url: event.currentTarget.value || null })}
        error={form.errorOf(`providers.${at}.base_url`, t('Address'))}
      />
      <div className={css.buttons}>
        {canTest && (
          <Button
            size="xs"
            loading={test.isBusy}
            disabled={isChanged}
            aria-label={t('Test {name}', { name })}
            onClick={() => test.run(undefined)}
          >
            {t('Test')}
          </Button>
        )}
        {has_key && (
          <Button
            size="xs"
            aria-label={removes ? t('Keep the key of {name}', { name }) : t('Remove the key of {name}', { name })}
            onClick={() => (removes ? set({ api_key: undefined }) : set({ api_key: null }))}
          >
            {removes ? t('Keep the key') : t('Remove the key')}
          </Button>
        )}
        {canTest && isChanged && <span className="dim">{t('Save first, then test.')}</span>}
      </div>
      {!canTest && (
        <p className={layout.lock}>
          <IconLock size={13} aria-hidden />
          {t(
            'Voices and speech to text of providers are not in use yet: calls are simulated. A key is kept until they are.',
          )}
        </p>
      )}
      <div role="status">
        {test.isBusy && <p className="soft">{t('{name} is asked …', { name })}</p>}
        {!test.isBusy && result?.ok && (
          <p className={css.good}>
            <IconCircleCheck size={14} aria-hidden /> {said(result.message)}
          </p>
        )}
      </div>
      {!test.isBusy && result && !result.ok && (
        <Notice tone="bad" title={t('{name} does not work', { name })}>
          {said(result.message)}
        </Notice>
      )}
      {test.failed && <Notice tone="bad" title={test.failed} />}
    </div>
  )
}
