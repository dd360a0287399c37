import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { Form } from '../../forms/use-form'
import { t } from '../../words/words'
import { examples, type Values } from './tool-text'
import css from './tools.module.css'
import { useNewRow } from './use-new-row'

const columns = { '--columns': 'minmax(0, 1fr) minmax(0, 1.6fr)' } as CSSProperties
type Header = Values['headers'][number]

/** The headers of a tool, one a line. A saved value is not shown; another one can be given in its place. */
export function Headers({ form }: { form: Form<Values> }) {
  const { headers } = form.values
  const list = useNewRow(headers.length)
  const set = (at: number, change: Partial<Header>) =>
    form.set({ headers: headers.map((one, i) => (i === at ? { ...one, ...change } : one)) })
  return (
    <div className={css.rows} ref={list.ref} style={columns} data-field="headers" tabIndex={-1}>
      {headers.length > 0 && (
        <div className={`${css.record} ${css.titles}`} aria-hidden>
          <span>{t('Name')}</span>
          <span>{t('Value')}</span>
        </div>
      )}
      {headers.map(({ name, value, kept }, i) => {
        const n = i + 1
        const labels = { name: t('Name of header {n}', { n }), value: t('Value of header {n}', { n }) }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: headers have no id
          <div key={i} className={css.record}>
            <TextInput
              data-field={`headers.${i}.name`}
              aria-label={labels.name}
              classNames={{ input: 'mono' }}
              placeholder={examples.header}
              spellCheck={false}
              value={name}
              onChange={event => set(i, { name: event.currentTarget.value })}
              error={form.errorOf(`headers.${i}.name`, labels.name)}
            />
            {kept ? (
              <TextInput
                aria-label={labels.value}
                readOnly
                value={t('hidden')}
                rightSectionWidth={78}
                rightSection={
                  <button
                    type="button"
                    className="link"
                    aria-label={t('Replace the value of {name}', { name })}
                    onClick={event => {
                      const row = event.currentTarget.closest<HTMLElement>(`.${css.record}`)
                      set(i, { value: '', kept: undefined })
                      requestAnimationFrame(() =>
                        row?.querySelector<HTMLElement>(`[data-field="headers.${i}.value"]`)?.focus(),
                      )
                    }}
                  >
                    {t('Replace')}
                  </button>
                }
              />
            ) : (
              <TextInput
                data-field={`headers.${i}.value`}
                aria-label={labels.value}
                classNames={{ input: 'mono' }}
                placeholder={examples.value}
                spellCheck={false}
                autoComplete="off"
                value={value}
                onChange={event => set(i, { value: event.currentTarget.value })}
                error={form.errorOf(`headers.${i}.value`, labels.value)}
              />
            )}
            <ActionIcon
              size={30}
              aria-label={t('Remove header {n}', { n })}
              onClick={() => form.set({ headers: headers.filter((_, j) => j !== i) })}
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
        onClick={() => form.set({ headers: [...headers, { name: '', value: '' }] })}
      >
        {t('Add a header')}
      </Button>
    </div>
  )
}
