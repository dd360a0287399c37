import { Button, Menu } from '@mantine/core'
import { IconMessage, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { SmsThread as SmsThreadAnswer } from '../../../contract/sms'
import { ExportButton } from '../../exports/ExportButton'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import { formatPhone } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { MoreMenu } from '../../parts/MoreMenu'
import { NotShown } from '../../parts/NotShown'
import { PageHeader } from '../../parts/PageHeader'
import { SearchField } from '../../parts/SearchField'
import { StatusBadge } from '../../parts/StatusBadge'
import { type ThreadEntry, ThreadList, Threads } from '../../parts/Threads'
import { go, linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import { smsExport } from './export'
import { byState, type Filters, filtersIn, inputOf } from './filters'
import { NewSms } from './NewSms'
import { SimulateDialog } from './SimulateDialog'
import { SmsThread } from './SmsThread'
import css from './sms.module.css'
import { momentOf } from './sms-lines'

const linkOf = (person: string, filters: Filters) => linkTo(`/sms/${encodeURIComponent(person)}`, filters)

const entryOf = ({ phone_number, name, unread, last }: SmsThreadAnswer, filters: Filters): ThreadEntry => ({
  id: phone_number,
  href: linkOf(phone_number, filters),
  who: name ?? formatPhone(phone_number),
  at: momentOf(last),
  words: last.body,
  unread,
  foot: (
    <>
      <StatusBadge kind="sms" name={last.status} />
      {name !== null && <span className="num clip">· {formatPhone(phone_number)}</span>}
    </>
  ),
})

/** SMS by person, the one with the newest first; those with the person that the address names; and a new one. */
export function SmsPage() {
  const { ask, client } = useDesk()
  const { path, query } = usePlace()
  const zone = useDeskState(state => state.settings?.timezone)
  const isSimulated = useDeskState(state => state.settings?.carrier === 'simulated')
  const part = path.split('/')[2]
  const isNew = part === 'new'
  const person = part === undefined || isNew ? undefined : decodeURIComponent(part)
  const key = JSON.stringify(filtersIn(query))
  const filters = useMemo<Filters>(() => JSON.parse(key), [key])
  const [simulating, setSimulating] = useState(false)

  const list = useInfiniteQuery({
    ...ask.sms.threads.infiniteOptions({
      input: (cursor: number | undefined) => inputOf(filters, cursor),
      initialPageParam: undefined,
      getNextPageParam: page => page.next_cursor ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.pages.flatMap(page => page.data)
  const listed = found?.find(one => one.phone_number === person)
  const unlisted = useThread(listed === undefined && found ? person : undefined)
  const thread = listed ?? unlisted
  const error = failureOf(list)
  const place = part === undefined ? '/sms' : `/sms/${part}`
  const show = (changed: Filters, by = go) => by(place, { ...filters, ...changed })
  const newSms = (
    <Button
      component="a"
      href={linkTo('/sms/new', filters)}
      variant={person === undefined ? 'filled' : 'default'}
      leftSection={<IconPlus size={15} aria-hidden />}
    >
      {t('New SMS')}
    </Button>
  )
  const simulate = isSimulated && (
    <MoreMenu>
      <Menu.Item onClick={() => setSimulating(true)}>{t('Simulate an SMS that comes in')}</Menu.Item>
    </MoreMenu>
  )
  const up = linkTo('/sms', filters).slice(1)
  return (
    <div className={layout.column}>
      {isNew ? (
        <PageHeader title={t('New SMS')} trail={[[t('SMS'), up]]} />
      ) : person === undefined ? (
        <PageHeader
          title={t('SMS')}
          meta={`${t('newest first')}${zone ? ` · ${zone}` : ''}`}
          actions={
            <>
              <ExportButton list={() => smsExport(client, filters, zone ?? 'UTC')} disabled={!found?.length || !zone} />
              {newSms}
              {simulate}
            </>
          }
        />
      ) : (
        <PageHeader
          title={thread?.name ?? formatPhone(person)}
          trail={[[t('SMS'), up]]}
          meta={thread?.name ? formatPhone(person) : ''}
          actions={
            <>
              {person.startsWith('+') && (
                <Button component="a" href={linkTo(`/people/${encodeURIComponent(person)}`)}>
                  {t('All about them')}
                </Button>
              )}
              {newSms}
              {simulate}
            </>
          }
        />
      )}
      <NotShown title={t('The SMS cannot be shown')} error={error} />
      <Threads
        isOpen={part !== undefined}
        filters={
          <>
            <SearchField
              label={t('Search SMS')}
              placeholder={t('A name, a number, or words')}
              width="100%"
              value={filters.search ?? ''}
              onSearch={search => show({ search: search || undefined }, refine)}
            />
            <FilterChip
              label={t('Newest one')}
              value={filters.state}
              options={byState}
              onChange={state => show({ state })}
            />
          </>
        }
        list={
          <ThreadList
            label={t('SMS by person')}
            entries={found?.map(one => entryOf(one, filters)) ?? (error ? [] : null)}
            open={person}
            onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
            isLoadingMore={list.isFetchingNextPage}
            empty={
              error ? null : Object.keys(filters).length > 0 ? (
                <EmptyState icon={IconMessage} title={t('No SMS fits these filters')}>
                  {t('Take one away to see more.')}
                </EmptyState>
              ) : (
                <EmptyState icon={IconMessage} title={t('No SMS yet')}>
                  {t('Write one, or let people write to a number that an assistant answers.')}
                </EmptyState>
              )
            }
          />
        }
      >
        {isNew ? (
          <NewSms to={query.get('to') ?? undefined} />
        ) : person === undefined ? (
          <EmptyState icon={IconMessage} title={t('Choose a person')}>
            {t('All SMS with one number stand together, whoever wrote them.')}
          </EmptyState>
        ) : thread === undefined ? (
          <div className={css.waiting} aria-busy />
        ) : (
          <SmsThread key={person} person={person} unread={thread?.unread ?? 0} search={filters.search} />
        )}
      </Threads>
      <SimulateDialog opened={simulating} from={person} onClose={() => setSimulating(false)} />
    </div>
  )
}

/** The thread with a person who is not in the list, because of a filter or the page. Null: there is none. */
function useThread(person: string | undefined): SmsThreadAnswer | null | undefined {
  const { ask } = useDesk()
  const { data } = useQuery({
    ...ask.sms.threads.queryOptions({ input: { search: person ?? '', per_page: 5 } }),
    enabled: person !== undefined,
  })
  if (person === undefined) return undefined
  return data && (data.data.find(one => one.phone_number === person) ?? null)
}
