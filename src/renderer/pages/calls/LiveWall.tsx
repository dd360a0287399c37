import { IconPhone } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { CallSummary } from '../../../contract/calls'
import { isOnLine } from '../../../contract/statuses'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import { formatPhone } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { SearchField } from '../../parts/SearchField'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, Duration } from '../../parts/values'
import { linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDeskState, useLiveCalls } from '../../stores/use-desk'
import { t } from '../../words/words'
import { Running } from './CallTime'
import { directions, stateOf, whoIs } from './call-text'
import { HangUp } from './HangUp'
import { Heard, useHeard, useLastWords } from './heard'
import css from './live.module.css'
import { placed, type Slots } from './slots'

/** Every call that is under way, each with its last words as they are said, in a place that it keeps. */
export function LiveWall() {
  const { query } = usePlace()
  const filters = {
    search: query.get('search') ?? undefined,
    campaign: query.get('campaign') ?? undefined,
    assistant: query.get('assistant') ?? undefined,
  }
  const dialing = useDeskState(state => state.dialing?.state)
  const answer = useLiveCalls()
  const { data } = answer
  const error = failureOf(answer)
  const heard = useHeard(data?.data)
  const shown = data?.data.filter(call => fits(call, filters))
  const slots = useSlots(shown ?? [], JSON.stringify(filters))
  const show = (changed: Partial<typeof filters>) => refine('/calls/live', { ...filters, ...changed })
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <div className={layout.split}>
      <div className={layout.column}>
        <PageHeader
          trail={[[t('Calls'), '/calls']]}
          title={t('Live calls')}
          meta={
            data
              ? t('{n} of {lines, plural, one {# line} other {# lines}}', { n: data.on_line, lines: data.lines }) +
                (data.evaluating > 0 ? `, ${t('{n} being evaluated', { n: data.evaluating })}` : '')
              : ''
          }
        />
        <search className={layout.filters}>
          <SearchField
            label={t('Search live calls')}
            placeholder={t('A name or a number')}
            width={220}
            value={filters.search ?? ''}
            pause={0}
            onSearch={search => show({ search: search || undefined })}
          />
          <FilterChip
            label={t('Campaign')}
            value={filters.campaign}
            options={data ? named(data.data, call => [call.campaign_id, call.campaign_name]) : null}
            onChange={campaign => show({ campaign })}
          />
          <FilterChip
            label={t('Assistant')}
            value={filters.assistant}
            options={data ? named(data.data, call => [call.assistant_id, call.assistant_name]) : null}
            onChange={assistant => show({ assistant })}
          />
        </search>
        {error && (
          <div className={layout.notice}>
            <Notice tone="bad" title={error.message} />
          </div>
        )}
        <ScrollRegion label={t('Calls under way')}>
          {shown && shown.length > 0 && (
            <Heard value={heard}>
              <ul className={css.wall} aria-label={t('Live calls')}>
                {slots.map((call, i) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: a free place is nothing but its place
                  call ? <Tile key={call.id} call={call} /> : <li key={`free ${i}`} className={css.free} aria-hidden />,
                )}
              </ul>
            </Heard>
          )}
          {shown?.length === 0 &&
            (isFiltered && data!.data.length > 0 ? (
              <EmptyState icon={IconPhone} title={t('No call fits these filters')}>
                {t('Take one away to see more.')}
              </EmptyState>
            ) : (
              <EmptyState icon={IconPhone} title={t('Nobody is on the phone')}>
                {dialing === 'paused' && t('Dialing is paused.')}
                {dialing === 'halted' && t('Dialing is halted. To go on: resume it, then start the campaigns again.')}
              </EmptyState>
            ))}
        </ScrollRegion>
      </div>
    </div>
  )
}

/** The calls in their places; undefined where a place is free. `of`: what is shown, whose places begin anew. */
function useSlots(calls: readonly CallSummary[], of: string): (CallSummary | undefined)[] {
  const [held, setHeld] = useState<{ of: string; slots: Slots }>({ of, slots: [] })
  const slots = placed(held.of === of ? held.slots : [], calls)
  if (held.of !== of || slots.length !== held.slots.length || slots.some((id, i) => id !== held.slots[i]))
    setHeld({ of, slots })
  return slots.map(id => calls.find(call => call.id === id))
}

function fits(call: CallSummary, filters: { search?: string; campaign?: string; assistant?: string }): boolean {
  const search = filters.search?.trim().toLowerCase()
  const digits = search?.replace(/[\s()+-]/g, '')
  const isFound =
    !search ||
    (call.name ?? '').toLowerCase().includes(search) ||
    (digits !== '' && call.client_phone_number.includes(digits!))
  return (
    isFound &&
    (!filters.campaign || call.campaign_id === Number(filters.campaign)) &&
    (!filters.assistant || call.assistant_id === Number(filters.assistant))
  )
}

/** The campaigns or assistants of the calls that there are, by name. */
const named = (calls: readonly CallSummary[], of: (call: CallSummary) => [number | null, string | null]) =>
  [...new Map(calls.map(of))]
    .flatMap(([id, name]) => (id === null || name === null ? [] : [{ value: String(id), word: name }]))
    .toSorted((a, b) => a.word.localeCompare(b.word))

/** One call. It renders again only when the call has changed; what is said in it only renders its words. */
const Tile = memo(function Tile({ call }: { call: CallSummary }) {
  const onLine = isOnLine(call.status)
  return (
    <li className={css.tile} aria-label={whoIs(call)}>
      <div className={css.head}>
        <StatusBadge kind="call" name={stateOf(call)} />
        <span className={css.time}>{onLine ? <Running call={call} /> : <Duration seconds={call.duration} />}</span>
        {onLine && <HangUp icon call={call} />}
      </div>
      <a className={css.who} href={linkTo(`/calls/${call.id}`)}>
        <Clip className="strong">{whoIs(call)}</Clip>
      </a>
      <Clip className={css.about}>
        {[
          call.name && formatPhone(call.client_phone_number),
          call.type === 'inbound' && directions.inbound,
          call.assistant_name,
          call.campaign_name,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Clip>
      <LastWords call={call} />
    </li>
  )
})

function LastWords({ call }: { call: CallSummary }) {
  const words = useLastWords(call)
  if (words.length === 0) return <p className={css.silent}>{t('Nothing was said yet.')}</p>
  return (
    <ol className={css.words}>
      {words.map(({ timestamp, sender, text }) => (
        <li key={`${timestamp} ${sender}`} data-who={sender}>
          <span className="sr">{sender === 'bot' ? t('Assistant') : t('They')}: </span>
          {text}
        </li>
      ))}
    </ol>
  )
}
