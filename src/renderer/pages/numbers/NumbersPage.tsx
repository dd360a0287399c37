import { Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconHash, IconHeadset, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useMemo, useRef } from 'react'
import {
  type NumberType,
  numberStatuses,
  numberTypes,
  type PhoneNumber,
  type SipTrunk,
} from '../../../contract/phone-numbers'
import { sum } from '../../amounts'
import { ExportButton } from '../../exports/ExportButton'
import { type Column, DataTable, RowAction } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import { count, formatPhone } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { SearchField } from '../../parts/SearchField'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, Money, Time } from '../../parts/values'
import { countryName } from '../../phone'
import { go, linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { type Name, states } from '../../theme/states'
import { language } from '../../words/language'
import { said } from '../../words/said'
import { rich, t } from '../../words/words'
import { AnswerItems } from './Answers'
import { numbersExport } from './export'
import { canBeAnswered, canDo, kinds, nameOf, placeOf } from './number-text'
import css from './numbers.module.css'
import { type NumberActions, useNumberActions } from './use-number-actions'

/** Of the columns with the longest words of their own, in pixels. */
const [STATE_WIDTH, CAN_WIDTH] = { en: [232, 196], de: [262, 224] }[language]

type Filters = Partial<Record<'search' | 'state' | 'kind' | 'country', string>>
const filterNames = ['search', 'state', 'kind', 'country'] as const

const filtersIn = (query: URLSearchParams): Filters =>
  Object.fromEntries(filterNames.flatMap(name => (query.get(name) ? [[name, query.get(name)!]] : [])))

/** The own numbers: who answers on each, what it costs, and when it is paid for next. */
export function NumbersPage() {
  const { ask } = useDesk()
  const filters = filtersIn(usePlace().query)
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const answer = useQuery(ask.phoneNumbers.listAll.queryOptions({ input: {} }))
  const trunks = useQuery(ask.phoneNumbers.listSipTrunks.queryOptions({ input: {} }))
  const error = failureOf(answer)
  const all = useMemo(
    () => answer.data?.data.map(number => ({ ...number, trunk: trunks.data?.data.find(({ id }) => id === number.id) })),
    [answer.data, trunks.data],
  )
  const actions = useNumberActions(all)
  const latest = useRef(actions)
  latest.current = actions
  const rowActions = useCallback((number: PhoneNumber) => <RowActions number={number} actions={latest} />, [])
  const changed = (change: Filters) => ({ ...filters, ...change })
  const show = (change: Filters) => go('/numbers', changed(change))
  const rows = all?.filter(number => fits(number, filters))
  const isFiltered = Object.keys(filters).length > 0
  const rent = sum(
    ...(rows ?? []).flatMap(({ price, status }) => (price !== null && status !== 'cancelling' ? price : [])),
  )
  const countries = [...new Set((all ?? []).map(one => one.country_code))].map(value => ({
    value,
    word: countryName(value),
  }))

  return (
    <div className={layout.column}>
      <PageHeader
        title={t('Numbers')}
        meta={all ? count(all.length) : ''}
        actions={
          <>
            <ExportButton list={() => numbersExport(rows ?? [], zone)} disabled={!rows?.length} />
            <Button component="a" href={linkTo('/numbers/trunks/new')}>
              {t('Add a trunk')}
            </Button>
            <Button
              component="a"
              href={linkTo('/numbers/buy')}
              variant="filled"
              leftSection={<IconPlus size={15} aria-hidden />}
            >
              {t('Rent a number')}
            </Button>
          </>
        }
      />
      <search className={layout.filters}>
        <SearchField
          label={t('Search numbers')}
          placeholder={t('Digits, a name, or an assistant')}
          width={250}
          value={filters.search ?? ''}
          pause={0}
          onSearch={search => refine('/numbers', changed({ search: search || undefined }))}
        />
        <FilterChip
          label={t('State')}
          value={filters.state}
          options={numberStatuses.map(value => ({ value, word: states.number[value].word }))}
          onChange={state => show({ state })}
        />
        <FilterChip
          label={t('Kind')}
          value={filters.kind}
          options={numberTypes.map(value => ({ value, word: kinds[value] }))}
          onChange={kind => show({ kind })}
        />
        <FilterChip
          label={t('Country')}
          value={filters.country}
          options={all ? countries : null}
          onChange={country => show({ country })}
        />
        {isFiltered && rows && (
          <span className={layout.total} role="status">
            {t('{n, plural, one {# number} other {# numbers}}', { n: rows.length })}
          </span>
        )}
      </search>
      {(error || actions.failed) && (
        <div className={layout.notice}>
          <Notice tone="bad" title={actions.failed ?? t('The numbers cannot be shown')}>
            {!actions.failed && error!.message}
          </Notice>
        </div>
      )}
      <ScrollRegion className={layout.edge} label={t('Numbers')}>
        <DataTable
          label={t('Numbers')}
          columns={columns}
          rows={rows ?? (error ? [] : null)}
          expected={5}
          tall
          id={idOf}
          onOpen={open}
          actions={rowActions}
          totals={{
            number: t('Rent a month'),
            next: <Money value={rent} />,
          }}
          empty={all && (isFiltered ? <NoMatch /> : <NoneYet />)}
        />
      </ScrollRegion>
      {actions.dialog}
    </div>
  )
}

/** A number, and its trunk when it is one of a trunk. */
type Row = PhoneNumber & { trunk?: SipTrunk }

const idOf = (number: PhoneNumber) => number.id
const open = (number: PhoneNumber) => go(placeOf(number))

function fits(number: PhoneNumber, { search, state, kind, country }: Filters) {
  if (state && number.status !== (state as Name<'number'>)) return false
  if (kind && number.type !== (kind as NumberType)) return false
  if (country && number.country_code !== country) return false
  if (!search) return true
  const words = [number.nickname, number.region, number.answered_by?.name, ...number.shown_by.map(({ name }) => name)]
  const digits = search.replaceAll(/[\s()+.-]/g, '')
  return (
    words.some(word => word?.toLowerCase().includes(search.trim().toLowerCase())) ||
    (digits !== '' && number.phone_number.toLowerCase().includes(digits.toLowerCase()))
  )
}

const columns: Column<Row>[] = [
  {
    key: 'number',
    title: t('Number'),
    cell: number => (
      <>
        <Clip className="strong">{nameOf(number)}</Clip>
        <Clip className={css.sub}>
          {[number.nickname && formatPhone(number.phone_number), number.region || countryName(number.country_code)]
            .filter(Boolean)
            .join(' · ')}
        </Clip>
      </>
    ),
  },
  {
    key: 'state',
    title: t('State'),
    width: STATE_WIDTH,
    hide: 'slim',
    cell: number => (
      <>
        {number.trunk ? (
          <StatusBadge kind="trunk" name={number.trunk.state.status} />
        ) : (
          <StatusBadge kind="number" name={number.status} />
        )}
        <Clip className={css.sub}>
          {number.trunk?.state.reason ? said(number.trunk.state.reason) : <WhatToDo number={number} />}
        </Clip>
      </>
    ),
  },
  {
    key: 'answers',
    title: t('Answers calls'),
    width: '17%',
    cell: number => <Who number={number} />,
  },
  {
    key: 'calls',
    title: t('Calls from it'),
    width: '17%',
    hide: 'tight',
    cell: ({ campaigns, shown_by }) => {
      const names = [...campaigns, ...shown_by].map(({ name }) => name)
      return names.length > 0 ? <Clip className="soft">{[...new Set(names)].join(', ')}</Clip> : dash
    },
  },
  {
    key: 'can',
    title: t('Can'),
    width: CAN_WIDTH,
    hide: 'narrow',
    cell: number => (
      <>
        <Clip className="soft">{canDo(number)}</Clip>
        <Clip className={css.sub}>{kinds[number.type]}</Clip>
      </>
    ),
  },
  {
    key: 'next',
    title: t('Rent'),
    width: 116,
    align: 'right',
    cell: number =>
      number.price === null ? (
        dash
      ) : (
        <>
          <Money value={number.price} />
          <Clip className={css.sub}>{number.next_charge_at ? <Time at={number.next_charge_at} /> : '–'}</Clip>
        </>
      ),
  },
]

const dash = <span className="dim">–</span>

function Who({ number }: { number: PhoneNumber }) {
  if (number.answered_by) return <Clip>{number.answered_by.name}</Clip>
  return number.type === 'caller_id' ? dash : <span className="dim">{t('Nobody')}</span>
}

/** What follows from the state of a number, and what to do. */
export function WhatToDo({ number }: { number: PhoneNumber }) {
  const at = (when: string) => ({ at: () => <Time at={when} /> })
  switch (number.status) {
    case 'past_due':
      return rich('Top up: it is charged again <at></at>', at(number.next_charge_at ?? ''))
    case 'suspended':
      return rich('Top up before <at></at> to keep it', at(number.released_at ?? ''))
    case 'cancelling':
      return rich('Works until <at></at>', at(number.released_at ?? ''))
    case 'active':
      return number.next_charge_at ? rich('Paid until <at></at>', at(number.next_charge_at)) : t('Not rented')
  }
}

function RowActions({ number, actions }: { number: PhoneNumber; actions: RefObject<NumberActions> }) {
  const name = formatPhone(number.phone_number)
  return (
    <>
      {canBeAnswered(number) && (
        <Menu>
          <Menu.Target>
            <RowAction label={t('Who answers on {number}', { number: name })} word={t('Who answers')}>
              <IconHeadset size={15} />
            </RowAction>
          </Menu.Target>
          <Menu.Dropdown>
            <AnswerItems number={number} onChoose={by => actions.current.answer(number, by)} />
          </Menu.Dropdown>
        </Menu>
      )}
      {number.status === 'cancelling' ? (
        <RowAction
          label={t('Keep {number}', { number: name })}
          word={t('Keep it')}
          onClick={() => actions.current.keep(number)}
        >
          <IconArrowBackUp size={15} />
        </RowAction>
      ) : (
        <RowAction
          label={t('Release {number}', { number: name })}
          word={number.type === 'normal' ? t('Release') : t('Delete')}
          onClick={() => actions.current.release(number)}
        >
          <IconTrash size={15} />
        </RowAction>
      )}
    </>
  )
}

const NoMatch = () => (
  <EmptyState icon={IconHash} title={t('No number fits these filters')}>
    {t('Take one away to see more.')}
  </EmptyState>
)

const NoneYet = () => (
  <EmptyState
    icon={IconHash}
    title={t('No numbers yet')}
    action={
      <a className="link" href={linkTo('/numbers/buy')}>
        {t('Rent the first one')}
      </a>
    }
  >
    {t('With a number of your own, people see who calls, can call back and be answered by an assistant, and get SMS.')}
  </EmptyState>
)
