import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type PostCallField, postCallTypes } from '../../../contract/assistant-fields'
import { t } from '../../words/words'
import css from './assistants.module.css'
import { useEditor } from './editor'
import { words } from './settings'

const typeWords: Record<(typeof postCallTypes)[number], string> = {
  bool: t('yes or no'),
  string: t('text'),
  number: t('number'),
  integer: t('whole number'),
}

/** The fields that are evaluated: name, kind and question of each. */
export function PostCallSchema() {
  const { form } = useEditor()
  const { post_call_schema: all } = form.values
  const { label } = form.field('post_call_schema', words.post_call_schema, saved =>
    saved.length === 0 ? t('nothing') : saved.map(({ name }) => name).join(', '),
  )
  const set = (fields: PostCallField[]) => form.set({ post_call_schema: fields })
  const change = (at: number, to: Partial<PostCallField>) =>
    set(all.map((field, i) => (i === at ? { ...field, ...to } : field)))
  const errorOf = (at: number, part: keyof PostCallField, word: string) =>
    form.errorOf(`post_call_schema.${at}.${part}`, word)
  return (
    <div className="stack">
      <div className={css.label}>{label}</div>
      {all.map((field, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no id, and a name changes while it is typed
        <fieldset key={i} className={css.item} aria-label={t('Field {n}', { n: i + 1 })}>
          <div className={css.itemRow}>
            <TextInput
              data-field={`post_call_schema.${i}.name`}
              label={t('Name')}
              placeholder={t('such as {name}', { name: 'wants_offer' })}
              value={field.name}
              onChange={event => change(i, { name: event.currentTarget.value })}
              error={errorOf(i, 'name', t('Name'))}
            />
            <Select
              data-field={`post_call_schema.${i}.type`}
              label={t('Kind')}
              data={postCallTypes.map(value => ({ value, label: typeWords[value] }))}
              value={field.type}
              onChange={type => change(i, { type: type as PostCallField['type'] })}
              error={errorOf(i, 'type', t('Kind'))}
            />
            <ActionIcon
              aria-label={t('Remove field {n}', { n: i + 1 })}
              onClick={() => set(all.filter((_, other) => other !== i))}
            >
              <IconX size={14} />
            </ActionIcon>
          </div>
          <TextInput
            data-field={`post_call_schema.${i}.description`}
            label={t('What is asked')}
            placeholder={t('Whether the person wants the offer')}
            value={field.description}
            onChange={event => change(i, { description: event.currentTarget.value })}
            error={errorOf(i, 'description', t('What is asked'))}
          />
        </fieldset>
      ))}
      <Button
        leftSection={<IconPlus size={13} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => set([...all, { name: '', type: 'bool', description: '' }])}
      >
        {t('Add a field')}
      </Button>
    </div>
  )
}
