import { Button } from '@mantine/core'
import { IconBan, IconPhoneOutgoing, IconSend, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { FoundPerson, KnownPerson } from '../../../contract/people'
import { readSearch } from '../../../contract/search'
import { stateOfLead } from '../../../contract/statuses'
import { useCountry } from '../../forms/NumberField'
import { type Column, DataTable, numberColumn, RowAction } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { count, formatPhone } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { NotShown } from '../../parts/NotShown'
import { PageHeader } from '../../parts/PageHeader'
import { Pager } from '../../parts/Pager'
import { PastTheEnd } from '../../parts/PastTheEnd'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { SearchField } from '../../parts/SearchField'
import { StatusBadge } from '../../parts/StatusBadge'
import { tip } from '../../parts/tips/tip'
import { Clip, Phone, Time } from '../../parts/values'
import { personPath, wholeNumber } from '../../phone'
import { go, linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import { CallDialog } from '../calls/CallDialog'
import css from './people.module.css'
import { whoIs } from './person-text'
import { useHeldOrder } from './use-held-order'

const PER_PAGE = 50
/** The service looks for no more at once. */
const MOST_FOUND = 50
/** A shorter part of a number would match nearly every one. */
const FEWEST_DIGITS = 3

type Row = KnownPerson & Partial<Pick<FoundPerson, 'found' | 'excerpt' | 'call_id'>>

const dash = <span className="dim">–</span>

/** `known`: the last column. */
const columnsOf = (known: Column<Row>): Column<Row>[] => [
  {
    key: 'who',
    title: t('Who'),
    cell: person => (
      <span className={css.who}>
        <Clip className="strong">{person.name ?? <Phone value={person.phone_number} />}</Clip>
        {person.on_blacklist && (
          <IconBan size={14} aria-label={t('Do not call')} {...tip(t('On the do-not-call list'))} />
        )}
      </span>
    ),
  },
  numberColumn(person => person.phone_number),
  {
    key: 'contact',
    title: t('Last contact'),
    width: 116,
    cell: person => (person.last_contact_at ? <Time at={person.last_contact_at} /> : dash),
  },
  {
    key: 'call',
    title: t('Last call'),
    width: 158,
    hide: 'slim',
    cell: person => (person.last_call ? <StatusBadge kind="call" name={person.last_call.status} /> : dash),
  },
  known,
]

const [usual, said] = [t('In list'), t('What was said')].map(title =>
  columnsOf({ key: 'known', title, width: '34%', hide: 'tight', cell: person => <KnownOf person={person} /> }),
) as [Column<Row>[], Column<Row>[]]

/** What was said, for somebody who was found by it, else the list with the state in it. */
function KnownOf({ person: { excerpt, lead } }: { person: Row }) {
  if (excerpt)
    return (
      <Clip className="soft">
        <q>{excerpt}</q>
      </Clip>
    )
  if (!lead) return dash
  return (
    <span className={css.inList}>
      <StatusBadge kind="lead" name={stateOfLead(lead)} />
      <Clip className="soft">{lead.campaign.name}</Clip>
    </span>
  )
}

/** Who is shown: those whom the search finds, or else a page of everybody, the last contact first. */
function useShown(search: string, page: number) {
  const { client, ask } = useDesk()
  return useQuery({
    // It begins as the keys of people, so it is old when they are.
    queryKey: [...ask.people.list.key(), 'shown', search, page],
    queryFn: async () => {
      if (search === '') {
        const everybody = await client.people.list({ page, per_page: PER_PAGE })
        return { rows: everybody.data as Row[], of: everybody, search, page }
      }
      const { data } = await client.people.find({ search, limit: MOST_FOUND })
      return { rows: data as Row[], of: null, search, page }
    },
    placeholderData: keepPreviousData,
  })
}

/** Everybody who was in contact, and whoever a search finds. The search and the page are in the address. */
export function PeopleList() {
  const { query } = usePlace()
  const zone = useDeskState(state => state.settings?.timezone)
  const search = query.get('search') ?? ''
  const page = Number(query.get('page')) || 1
  const [toCall, setToCall] = useState<Row | null>(null)
  const answer = useShown(search, page)
  const { data } = answer
  const error = failureOf(answer)
  const { rows, newer, showNewer } = useHeldOrder(
    data
      ? {
          of: `${data.page} ${data.search}`,
          rows: data.rows,
          isOld: answer.isFetching && !answer.isFetchedAfterMount,
        }
      : null,
  )
  const show = (to: { search?: string; page?: number }, by = go) => by('/people', to)
  const actions = useCallback(
    (person: Row) => (
      <>
        <RowAction
          label={t('Call {who}', { who: whoIs(person) })}
          word={t('Call now')}
          onClick={() => setToCall(person)}
        >
          <IconPhoneOutgoing size={15} />
        </RowAction>
        <RowAction
          label={t('Write an SMS to {who}', { who: whoIs(person) })}
          word={t('SMS')}
          href={linkTo('/sms/new', { to: person.phone_number })}
        >
          <IconSend size={15} />
        </RowAction>
      </>
    ),
    [],
  )
  const found = data && data.search !== '' ? data.rows.length : null

  return (
    <div className={layout.column}>
      <PageHeader
        title={t('People')}
        meta={`${t('last contact first')}${zone ? ` · ${zone}` : ''}`}
        actions={
          newer > 0 && (
            <Button size="xs" onClick={showNewer}>
              {t('{n, plural, one {# newer contact} other {# newer contacts}} · Show', { n: newer })}
            </Button>
          )
        }
      />
      <search className={layout.filters}>
        <SearchField
          label={t('Search people')}
          placeholder={t('A name, a number, or words said')}
          width={300}
          value={search}
          onSearch={typed => show({ search: typed || undefined }, refine)}
        />
        <span className={layout.total} role="status">
          {data?.of
            ? t('{n, plural, one {# person} other {# people}}', { n: data.of.total })
            : found !== null &&
              (found === MOST_FOUND
                ? t('the first {n}; type more to find fewer', { n: count(found) })
                : t('{n} found', { n: count(found) }))}
        </span>
      </search>
      <NotShown title={t('People cannot be shown')} error={error} />
      <ScrollRegion className={layout.edge} label={t('List of people')}>
        <DataTable
          label={t('People')}
          columns={rows?.some(({ excerpt }) => excerpt) ? said : usual}
          rows={rows ?? (error ? [] : null)}
          expected={12}
          id={person => person.phone_number}
          onOpen={person => go(personPath(person.phone_number))}
          actions={actions}
          empty={data && <Nobody search={data.search} total={data.of?.total ?? 0} />}
        />
      </ScrollRegion>
      {data?.of && data.of.total > 0 && (
        <footer className={layout.foot}>
          <Pager of={data.of} page={page} onTurn={to => show({ page: to > 1 ? to : undefined })} />
        </footer>
      )}
      <CallDialog opened={toCall !== null} onClose={() => setToCall(null)} {...callTo(toCall)} />
    </div>
  )
}

const callTo = (person: Row | null) => ({
  number: person?.phone_number,
  earlier: person?.last_call?.id,
})

/** Nobody is there, or found. A whole number leads to the page of its person all the same. */
function Nobody({ search, total }: { search: string; total: number }) {
  const number = wholeNumber(search, useCountry())
  if (total > 0) return <PastTheEnd icon={IconUser} first={linkTo('/people')} />
  if (search === '')
    return (
      <EmptyState icon={IconUser} title={t('Nobody yet')}>
        {t(
          'Whoever is called, calls or writes stands here, the last one first. Leads that were not called yet are found by a search.',
        )}
      </EmptyState>
    )
  const read = readSearch(search)
  if (read && 'number' in read && read.number.length < FEWEST_DIGITS)
    return (
      <EmptyState icon={IconUser} title={t('Type at least three digits')}>
        {t('Fewer digits are in nearly every number.')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={IconUser}
      title={number ? t('Nobody with this number yet') : t('Nobody is found')}
      action={
        number && (
          <a className="link" href={linkTo(personPath(number))}>
            {t('Open {name}', { name: formatPhone(number) })}
          </a>
        )
      }
    >
      {number
        ? t(
            'It was not called, has not called and is in no list. Its page takes notes, a callback, or puts it on the do-not-call list.',
          )
        : t('Nobody has this name or number, and nobody said these words in a call, an SMS, a chat or a note.')}
    </EmptyState>
  )
}
