import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconAlertTriangleFilled, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { variableName } from '../../../contract/wire'
import { tip } from '../../parts/tips/tip'
import { t } from '../../words/words'
import css from './assistants.module.css'
import { useEditor } from './editor'
import { words } from './settings'
import { type UsedVariable, variablesOf } from './variables'

/** The variables that are defined or used, with their defaults. What is used and not defined is marked. */
export function VariablesTable() {
  const { form, choices } = useEditor()
  const { variables } = form.values
  const [added, setAdded] = useState('')
  const all = variablesOf(form.values, choices.tools)
  const define = (name: string, value: string) => form.set({ variables: { ...variables, [name]: value } })
  const remove = (name: string) => {
    const { [name]: _, ...others } = variables
    form.set({ variables: others })
  }
  const isName = variableName.test(added)
  const isNew = isName && !Object.hasOwn(variables, added)
  const add = () => {
    if (!isNew) return
    define(added, '')
    setAdded('')
  }
  const { label } = form.field('variables', words.variables, saved => Object.keys(saved).join(', ') || t('none'))
  const isChanged = !form.isNew && form.changes.includes('variables')
  return (
    <div className="stack">
      {isChanged && <div className={css.label}>{label}</div>}
      {all.length > 0 && (
        <table className={css.variables} aria-label={t('Variables')}>
          <thead>
            <tr>
              <th scope="col">{t('Name')}</th>
              <th scope="col">{t('Its value comes from')}</th>
              <th scope="col">{t('Default')}</th>
              <th>
                <span className="sr">{t('Actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {all.map(variable => (
              <Row
                key={variable.name}
                variable={variable}
                value={variables[variable.name]}
                onDefine={value => define(variable.name, value)}
                onRemove={() => remove(variable.name)}
                error={form.errorOf(`variables.${variable.name}`, variable.name)}
              />
            ))}
          </tbody>
        </table>
      )}
      <div className={css.adding}>
        <TextInput
          aria-label={t('Name of a new variable')}
          placeholder={t('such as {name}', { name: 'first_name' })}
          value={added}
          error={added !== '' && !isName && t('Letters, digits and underscores, not beginning with a digit.')}
          onChange={event => setAdded(event.currentTarget.value.trim())}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            // It adds the variable, and does not save the form.
            event.preventDefault()
            add()
          }}
        />
        <Button leftSection={<IconPlus size={13} aria-hidden />} disabled={!isNew} onClick={add}>
          {t('Add')}
        </Button>
      </div>
    </div>
  )
}

interface RowProps {
  variable: UsedVariable
  value: unknown
  onDefine: (value: string) => void
  onRemove: () => void
  error: string | undefined
}

function Row({ variable: { name, kind, from, usedIn }, value, onDefine, onRemove, error }: RowProps) {
  const isDefined = kind === 'default' || kind === 'lead'
  return (
    <tr data-undefined={kind === 'undefined' || undefined}>
      <th scope="row" className="mono" {...tip(usedIn.length > 0 ? usedIn.join(', ') : t('not used in any text'))}>
        {name}
      </th>
      <td>
        {kind === 'undefined' ? (
          <span className={css.undefined}>
            <IconAlertTriangleFilled size={13} aria-hidden />
            {from}
            <button
              type="button"
              className="link"
              onClick={() => onDefine('')}
              aria-label={t('{name} comes from the lead', { name })}
            >
              {t('From the lead')}
            </button>
          </span>
        ) : (
          <span className="soft">{usedIn.length > 0 ? from : t('{from}, not used', { from })}</span>
        )}
      </td>
      <td>
        {kind === 'call' ? (
          <span className="dim">{t('known by itself')}</span>
        ) : (
          <TextInput
            data-field={`variables.${name}`}
            aria-label={t('Default of {name}', { name })}
            placeholder={t('none')}
            value={value === undefined || value === null ? '' : String(value)}
            onChange={event => onDefine(event.currentTarget.value)}
            error={error}
          />
        )}
      </td>
      <td>
        {isDefined && (
          <ActionIcon aria-label={t('Remove {name}', { name })} onClick={onRemove}>
            <IconX size={14} />
          </ActionIcon>
        )}
      </td>
    </tr>
  )
}
