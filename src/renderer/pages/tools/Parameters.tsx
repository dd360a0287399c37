import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { Form } from '../../forms/use-form'
import { t } from '../../words/words'
import { examples, type Parameter, typeWords, type Values } from './tool-text'
import css from './tools.module.css'
import { useNewRow } from './use-new-row'

const columns = { '--columns': 'minmax(0, 1fr) 116px minmax(0, 1.6fr)' } as CSSProperties
const types = Object.entries(typeWords).map(([value, label]) => ({ value, label }))

/** The parameters of a tool, one a line. */
export function Parameters({ form }: { form: Form<Values> }) {
  const { schema } = form.values
  const list = useNewRow(schema.length)
  const set = (at: number, change: Partial<Parameter>) =>
    form.set({ schema: schema.map((one, i) => (i === at ? { ...one, ...change } : one)) })
  return (
    <div className={css.rows} ref={list.ref} style={columns} data-field="schema" tabIndex={-1}>
      {schema.length > 0 && (
        <div className={`${css.record} ${css.titles}`} aria-hidden>
          <span>{t('Name')}</span>
          <span>{t('Kind')}</span>
          <span>{t('What it means')}</span>
        </div>
      )}
      {schema.map(({ name, type, description }, i) => {
        const n = i + 1
        const labels = {
          name: t('Name of parameter {n}', { n }),
          type: t('Kind of parameter {n}', { n }),
          description: t('Meaning of parameter {n}', { n }),
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parameters have no id
          <div key={i} className={css.record}>
            <TextInput
              data-field={`schema.${i}.name`}
              classNames={{ input: 'mono' }}
              aria-label={labels.name}
              placeholder={examples.parameter}
              spellCheck={false}
              value={name}
              onChange={event => set(i, { name: event.currentTarget.value.replaceAll(/[\s-]+/g, '_') })}
              error={form.errorOf(`schema.${i}.name`, labels.name)}
            />
            <Select
              data-field={`schema.${i}.type`}
              aria-label={labels.type}
              allowDeselect={false}
              data={types}
              value={type}
              onChange={value => set(i, { type: value as Parameter['type'] })}
              error={form.errorOf(`schema.${i}.type`, labels.type)}
            />
            <TextInput
              data-field={`schema.${i}.description`}
              aria-label={labels.description}
              placeholder={t('The day, like 2026-02-23')}
              value={description}
              onChange={event => set(i, { description: event.currentTarget.value })}
              error={form.errorOf(`schema.${i}.description`, labels.description)}
            />
            <ActionIcon
              size={30}
              aria-label={t('Remove parameter {n}', { n })}
              onClick={() => form.set({ schema: schema.filter((_, j) => j !== i) })}
            >
              <IconX size={14} />
            </ActionIcon>
          </div>
        )
      })}
      <Button
        size="xs"
        className={css.add}
        leftSection={<IconPlus size={13} aria-hidden />}
        onClick={() => form.set({ schema: [...schema, { name: '', type: 'string', description: '' }] })}
      >
        {t('Add a parameter')}
      </Button>
    </div>
  )
}
