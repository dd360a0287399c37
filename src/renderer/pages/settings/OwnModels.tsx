import { ActionIcon, Button, Modal, Select, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract'
import type { Provider } from '../../../contract/settings'
import { FormNotice } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { FormSection } from '../../parts/FormSection'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { tip } from '../../parts/tips/tip'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import css from './settings.module.css'

const EXAMPLE = 'mistral-small'

const types = { llm: t('Pipeline'), multimodal: t('Multimodal'), dualplex: t('Dualplex') }

/** Models that the catalogue does not have, such as one of a local server. */
export function OwnModels({ providers }: { providers: Provider[] }) {
  const { ask, client } = useDesk()
  const answer = useQuery(ask.settings.models.queryOptions({ input: {} }))
  const error = failureOf(answer)
  const models = answer.data ?? []
  const [isAdding, setAdding] = useState(false)
  const [going, setGoing] = useState<(typeof models)[number] | null>(null)
  const nameOf = (id: number) => providers.find(provider => provider.id === id)?.name ?? ''
  return (
    <FormSection
      title={t('Own models')}
      help={t('A model that is not in the catalogue, such as one on a server of your own. Assistants can use it then.')}
    >
      {error && <Notice tone="bad" title={error.message} />}
      <ul className={css.items}>
        {models.map(model => (
          <li key={model.id}>
            <div>
              <strong>{model.name}</strong>
              <p>
                {[nameOf(model.provider_id), model.code, types[model.type]].join(' · ')}
                {model.assistants > 0 &&
                  ` · ${t('{n, plural, one {# assistant uses it} other {# assistants use it}}', { n: model.assistants })}`}
              </p>
            </div>
            <ActionIcon
              aria-label={t('Remove {name}', { name: model.name })}
              onClick={() => setGoing(model)}
              {...tip(t('Remove'))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {answer.data && models.length === 0 && <p className="dim">{t('None yet.')}</p>}
      <span>
        <Button onClick={() => setAdding(true)}>{t('Add a model')}</Button>
      </span>
      <Modal
        opened={isAdding}
        onClose={() => setAdding(false)}
        title={t('Add a model')}
        size={420}
        closeButtonProps={{ 'aria-label': t('Close') }}
        styles={{ title: { fontWeight: 600 } }}
      >
        <AddModel providers={providers} onClose={() => setAdding(false)} />
      </Modal>
      <ConfirmDialog
        opened={going !== null}
        title={t('Remove {name}?', { name: going?.name ?? '' })}
        action={t('Remove')}
        keep={t('Keep it')}
        onKeep={() => setGoing(null)}
        onAct={async () => {
          await client.settings.removeModel({ id: going!.id })
          tell(t('{name} was removed', { name: going!.name }))
          setGoing(null)
        }}
      >
        {t('No assistant can be given this model any more.')}
      </ConfirmDialog>
    </FormSection>
  )
}

function AddModel({ providers, onClose }: { providers: Provider[]; onClose: () => void }) {
  const { client } = useDesk()
  const ofModels = providers.filter(({ kinds, code }) => kinds.includes('model') && code !== 'scripted')
  const form = useForm({
    saved: { provider_id: undefined as string | undefined, type: 'llm' as keyof typeof types, name: '', code: '' },
    isNew: true,
    schema: contract.settings.addModel['~orpc'].inputSchema!,
    send: ({ provider_id, ...values }) => client.settings.addModel({ ...values, provider_id: provider_id! }),
    onSaved: ({ data }) => {
      tell(t('{name} was added', { name: data.name }))
      onClose()
    },
  })
  return (
    <form {...form.props} className="stack" aria-label={t('Add a model')}>
      <FormNotice form={form} />
      <Select
        {...form.field('provider_id', t('Provider'))}
        value={form.values.provider_id ?? null}
        data-autofocus
        data={ofModels.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <TextInput {...form.field('name', t('Name'))} description={t('As lists show it.')} />
      <TextInput
        {...form.field('code', t('Its name at the provider'))}
        placeholder={EXAMPLE}
        autoCapitalize="off"
        spellCheck={false}
      />
      <Select
        {...form.field('type', t('For mode'), saved => types[saved])}
        allowDeselect={false}
        data={Object.entries(types).map(([value, label]) => ({ value, label }))}
      />
      <div className="row">
        <Button type="submit" variant="filled" loading={form.isSaving}>
          {t('Add')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
