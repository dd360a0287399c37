import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import type { ErrorData } from '../../../contract/errors'
import { callStatuses } from '../../../contract/statuses'
import { DaysChip, FilterChip } from '../../parts/FilterChip'
import { count } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { SearchField } from '../../parts/SearchField'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { states } from '../../theme/states'
import { placeIn } from '../../week'
import { directions } from './call-text'
import css from './calls.module.css'
import type { Filters } from './filters'

const byState = callStatuses.map(value => ({ value, word: states.call[value].word }))
const byDirection = Object.entries(directions).map(([value, word]) => ({ value, word }))
const named = (records: { id: number; name: string }[] | undefined) =>
  records?.map(({ id, name }) => ({ value: String(id), word: name })) ?? null

interface Props {
  filters: Filters
  /** Why the log cannot be shown. An error about a filter is shown on that filter. */
  error: Error | null
  total: number | undefined
  /** How many newer calls wait while the person reads the log. */
  newer: number
  onChange: (changed: Filters) => void
}

/** The filters of the call log. */
export function CallFilters({ filters, error, total, newer, onChange }: Props) {
  const { ask } = useDesk()
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const today = useClock(now => placeIn(zone, now).date)
  const campaigns = useQuery(ask.campaigns.list.queryOptions({ input: {} }))
  const assistants = useQuery(ask.assistants.listAll.queryOptions({ input: {} }))
  const { number = '' } = filters
  const fieldErrors = (error instanceof ORPCError && (error.data as ErrorData)?.errors) || {}
  const isOnFilter = ['phone_number', 'from', 'to'].some(field => fieldErrors[field])
  return (
    <>
      <search className={css.filters}>
        <SearchField
          label="Search by number"
          placeholder="Any part of a number"
          value={number}
          error={fieldErrors.phone_number?.[0]}
          onSearch={value => onChange({ number: value || undefined })}
        />
        <DaysChip
          label="Date"
          value={{ from: filters.from, to: filters.to }}
          today={today}
          errors={{ from: fieldErrors.from?.[0], to: fieldErrors.to?.[0] }}
          onChange={({ from, to }) => onChange({ from, to })}
        />
        <FilterChip label="State" value={filters.status} options={byState} onChange={status => onChange({ status })} />
        <FilterChip
          label="Campaign"
          value={filters.campaign}
          options={named(campaigns.data)}
          onChange={campaign => onChange({ campaign })}
        />
        <FilterChip
          label="Assistant"
          value={filters.assistant}
          options={named(assistants.data)}
          onChange={assistant => onChange({ assistant })}
        />
        <FilterChip
          label="Direction"
          value={filters.type}
          options={byDirection}
          onChange={type => onChange({ type })}
        />
        <span className={css.total}>
          {newer > 0 && (
            <b>
              {count(newer)} newer {newer === 1 ? 'call' : 'calls'} ·{' '}
            </b>
          )}
          {total !== undefined && `${count(total)} ${total === 1 ? 'call' : 'calls'}`}
        </span>
      </search>
      {error && !isOnFilter && (
        <div className={css.notice}>
          <Notice tone="bad" title="The calls cannot be shown">
            {error.message}
          </Notice>
        </div>
      )}
    </>
  )
}
