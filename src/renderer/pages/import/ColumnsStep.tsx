import { Button, Checkbox, Select } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { memo, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { type Column, DataTable } from '../../parts/DataTable'
import { count } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { Panel } from '../../parts/Panel'
import { Clip, Phone } from '../../parts/values'
import { countryName } from '../../phone'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { locale } from '../../words/language'
import { t } from '../../words/words'
import css from './import.module.css'
import { check, importing, readAs, setCountry, setNewVariable, setTarget, setTitles, startOver } from './import-store'
import type { ColumnFacts, Preview } from './importer'
import { type Found, type Mapped, nameFor, type Target, toVariable, variableOf } from './mapping'
import { type Encoding, encodings, type Separator, separators } from './read-file-how'
import { StepBody } from './StepBody'

interface Row {
  at: number
  column: ColumnFacts
  mapped: Mapped
  rows: number
  options: { value: Choice; label: string }[]
  onChange: (choice: Choice) => void
}

/** What a column becomes, or a new variable of the assistant. */
type Choice = Target | 'new'

const foundWords: Record<NonNullable<Found>, string> = {
  remembered: t('as the last time'),
  name: t('same name'),
  numbers: t('phone numbers'),
  chosen: t('chosen by you'),
}

const titleOf = ({ column, at }: Pick<Row, 'column' | 'at'>) => column.title || t('Column {n}', { n: at + 1 })

const columns: Column<Row>[] = [
  { key: 'file', title: t('In the file'), width: '19%', cell: row => <Clip className="strong">{titleOf(row)}</Clip> },
  {
    key: 'sample',
    title: t('First rows'),
    hide: 'slim',
    cell: ({ column }) => <Clip className="soft">{column.samples.join(' · ')}</Clip>,
  },
  {
    key: 'arrow',
    title: '',
    width: 34,
    hide: 'slim',
    cell: () => <IconArrowRight size={14} className="dim" aria-hidden />,
  },
  {
    key: 'to',
    title: t('Becomes'),
    width: 190,
    cell: row => (
      <Select
        aria-label={t('{column} becomes', { column: titleOf(row) })}
        data={row.options}
        value={row.mapped.target}
        onChange={choice => row.onChange(choice as Choice)}
      />
    ),
  },
  { key: 'found', title: t('Found'), width: 178, hide: 'tight', cell: row => <FoundIn row={row} /> },
]

function FoundIn({ row: { column, mapped, rows } }: { row: Row }) {
  const empty = rows - column.filled
  if (mapped.target === 'none') return null
  return (
    <span className={css.found}>
      <span>{t('{n, number} filled', { n: column.filled })}</span>
      {empty > 0 && mapped.target !== 'contact' ? (
        <em>{t('{n, number} empty', { n: empty })}</em>
      ) : (
        <span className="dim">{mapped.found && foundWords[mapped.found]}</span>
      )}
    </span>
  )
}

interface Props {
  /** That of the campaign. */
  assistant: { id: number; name: string; variables: Record<string, unknown> } | undefined
}

/** What each column becomes, and the first leads as they will be. */
export function ColumnsStep({ assistant }: Props) {
  const desk = useDesk()
  const defaults = assistant?.variables ?? none
  const addVariable = useChange(
    ({ name }: { at: number; name: string }) =>
      desk.client.assistants.update({ id: assistant!.id, variables: { ...assistant!.variables, [name]: '' } }),
    { onDone: (_, { at, name }) => setNewVariable(at, name) },
  )
  const add = useRef(addVariable.run)
  add.current = addVariable.run
  const state = useStore(importing)
  const { facts, mapped, variables, hasTitles } = state
  const body = (facts?.rows ?? 0) - (hasTitles ? 1 : 0)
  const rows = useMemo(
    () =>
      state.columns.map(
        (column, at): Row => ({
          at,
          column,
          mapped: mapped[at] ?? { target: 'none', found: null },
          rows: body,
          options: optionsFor(column, variables),
          onChange: target =>
            target === 'new' ? void add.current({ at, name: nameFor(column.title)! }) : setTarget(at, target),
        }),
      ),
    [state.columns, mapped, variables, body],
  )
  const used = mapped.filter(({ target }) => target !== 'none').length
  const national = state.country === null ? Math.max(0, ...state.columns.map(column => column.national)) : 0
  const hasPhone = mapped.some(({ target }) => target === 'phone')
  return (
    <StepBody
      label={t('Step 2, the columns')}
      foot={
        <>
          <span className="dim">
            {t('{used} of {n, plural, one {# column is} other {# columns are}} used', {
              used: count(used),
              n: rows.length,
            })}
          </span>
          <Button onClick={startOver}>{t('Another file')}</Button>
          <Button
            variant="filled"
            disabled={!hasPhone || state.isBusy || body === 0}
            rightSection={<IconArrowRight size={15} aria-hidden />}
            onClick={() => void check(desk)}
          >
            {t('Check {n, plural, one {# row} other {# rows}}', { n: body })}
          </Button>
        </>
      }
    >
      {(state.failed || addVariable.failed) && <Notice tone="bad" title={(state.failed ?? addVariable.failed)!} />}
      <div className={css.two}>
        <div className={css.side}>
          <Panel title={t('Columns')} count={t('{n, number} in the file', { n: rows.length })} flush>
            <DataTable
              label={t('Columns')}
              tall
              columns={columns}
              rows={rows.length > 0 ? rows : null}
              expected={5}
              id={row => row.at}
              empty={null}
            />
          </Panel>
          <Panel title={t('As they will be')} count={t('the first leads')} flush>
            <PreviewTable leads={state.preview} targets={mapped} defaults={defaults} />
          </Panel>
        </div>
        <div className={css.side}>
          <Panel title={t('How to read it')}>
            <HowToRead />
          </Panel>
          {national > 0 && (
            <Notice tone="warn" title={t('Which country are the numbers without + from?')}>
              {t(
                '{n, plural, one {# of the first rows has} other {# of the first rows have}} such a number. Choose the country above.',
                { n: national },
              )}
            </Notice>
          )}
          {!hasPhone && !state.isBusy && (
            <Notice tone="warn" title={t('Which column has the phone number?')}>
              {t('Choose “Phone number” beside it.')}
            </Notice>
          )}
          {variables?.length === 0 && (
            <Notice tone="idle" title={t('The assistant has no variables')}>
              {t('Only numbers are imported. Give the assistant a variable for each thing that it should know.')}
            </Notice>
          )}
        </div>
      </div>
    </StepBody>
  )
}

function optionsFor(column: ColumnFacts, variables: readonly string[] | null): Row['options'] {
  const name = nameFor(column.title)
  const own = variables ?? [name].filter(one => one !== null)
  const added = variables === null || name === null || variables.includes(name) ? null : name
  return [
    { value: 'phone', label: t('Phone number') },
    { value: 'contact', label: t('Another number') },
    ...own.map(name => ({ value: toVariable(name), label: name })),
    ...(added === null ? [] : [{ value: 'new' as const, label: t('New variable: {name}', { name: added }) }]),
    { value: 'none', label: t('Do not import') },
  ]
}

function PreviewTable({
  leads,
  targets,
  defaults,
}: {
  leads: Preview[]
  targets: Mapped[]
  defaults: Record<string, unknown>
}) {
  const columns = useMemo((): Column<Preview>[] => {
    const names = targets.flatMap(({ target }) => variableOf(target) ?? [])
    const contacts = targets.filter(({ target }) => target === 'contact').length
    const number = (value: string | undefined) =>
      value ? value.startsWith('+') ? <Phone value={value} /> : <Clip className="danger">{value}</Clip> : dash
    return [
      { key: 'phone', title: t('Phone number'), width: 150, cell: lead => number(lead.phone) },
      ...Array.from({ length: contacts }, (_, i) => ({
        key: `contact ${i}`,
        title: t('Another number'),
        width: 150,
        cell: (lead: Preview) => number(lead.contacts[i]),
      })),
      ...names.map(name => ({
        key: name,
        title: name,
        cell: ({ variables: { [name]: value } }: Preview) =>
          value !== undefined ? (
            <Clip>{value}</Clip>
          ) : defaults[name] ? (
            <Clip className="dim">{t('{value} (as usual)', { value: String(defaults[name]) })}</Clip>
          ) : (
            dash
          ),
      })),
    ]
  }, [targets, defaults])
  return (
    <DataTable label={t('Preview')} columns={columns} rows={leads} expected={4} id={lead => lead.row} empty={null} />
  )
}

const none = {}
const dash = <span className="dim">–</span>

const encodingWords: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
}
const separatorWords: Record<Separator, string> = {
  ',': t('Comma'),
  ';': t('Semicolon'),
  '\t': t('Tab'),
  '|': '|',
}

const byName = new Intl.Collator(locale)

const HowToRead = memo(function HowToRead() {
  const country = useStore(importing, state => state.country)
  const hasTitles = useStore(importing, state => state.hasTitles)
  const facts = useStore(importing, state => state.facts)
  // All countries by their names take a while; few people open the list.
  const [wasOpened, setOpened] = useState(false)
  const countries = useMemo(
    () =>
      (wasOpened ? getCountries() : getCountries().filter(code => code === country))
        .map(code => ({ value: code as string, label: `${countryName(code)}, +${getCountryCallingCode(code)}` }))
        .sort((a, b) => byName.compare(a.label, b.label)),
    [wasOpened, country],
  )
  return (
    <div className={css.options}>
      <Select
        label={t('Country of numbers without +')}
        searchable
        data={countries}
        onDropdownOpen={() => setOpened(true)}
        value={country}
        onChange={code => code && setCountry(code)}
      />
      {facts?.encoding && (
        <Select
          label={t('Letters')}
          description={t('If ä or é look wrong, choose another one.')}
          data={encodings.map(value => ({ value, label: encodingWords[value] }))}
          value={facts.encoding}
          onChange={encoding => void readAs({ encoding: encoding as Encoding })}
        />
      )}
      {facts?.separator && (
        <Select
          label={t('Between the columns')}
          data={separators.map(value => ({ value, label: separatorWords[value] }))}
          value={facts.separator}
          onChange={separator => void readAs({ separator: separator as Separator })}
        />
      )}
      <Checkbox
        label={t('The first row has the names')}
        checked={hasTitles}
        onChange={event => setTitles(event.currentTarget.checked)}
      />
    </div>
  )
})
