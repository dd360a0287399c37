import { TextInput } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { IconSearch } from '@tabler/icons-react'
import { callStatuses } from '../../../contract/calls'
import type { ErrorData } from '../../../contract/errors'
import { DaysChip, FilterChip } from '../../parts/FilterChip'
import { Notice } from '../../parts/Notice'
import { count } from '../../parts/values'
import { useClock } from '../../stores/use-clock'
import { useDesk } from '../../stores/use-desk'
import { useLive } from '../../stores/use-live'
import { states } from '../../theme/states'
import css from './calls.module.css'
import type { Filters } from './filters'
import { directions } from './words'

const byState = callStatuses.map(value => ({ value, word: states.call[value].word }))
const byDirection = Object.entries(directions).map(([value, word]) => ({ value, word }))
const named = (records: { id: number; name: string }[] | null) =>
  records?.map(({ id, name }) => ({ value: String(id), word: name })) ?? null

interface Props {
  filters: Filters
  /** Why the log cannot be shown: what it says of a filter stands on that filter. */
  error: Error | null
  total: number | undefined
  onChange: (changed: Filters) => void
}

/** What of the log is shown. */
export function CallFilters({ filters, error, total, onChange }: Props) {
  const { client } = useDesk()
  const today = useClock(now => new Date(now).toISOString().slice(0, 10))
  const campaigns = useLive(
    'campaigns',
    () => client.campaigns.list({}),
    event => event.type === 'campaign.changed',
  )
  const assistants = useLive(
    'assistants',
    async () => (await client.assistants.list({ per_page: 100 })).data,
    event => event.type === 'assistant.changed',
  )
  const { number = '' } = filters
  const search = (value: string) => value !== number && onChange({ number: value || undefined })
  const faults = (error instanceof ORPCError && (error.data as ErrorData)?.errors) || {}
  const isOnFilter = ['phone_number', 'date_from', 'date_to'].some(field => faults[field])
  return (
    <>
      <search className={css.filters}>
        <TextInput
          key={number}
          aria-label="Search by number"
          placeholder="Any part of a number"
          w={200}
          leftSection={<IconSearch size={14} aria-hidden />}
          defaultValue={number}
          error={faults.phone_number?.[0]}
          onKeyDown={event => event.key === 'Enter' && search(event.currentTarget.value.trim())}
          onBlur={event => search(event.currentTarget.value.trim())}
        />
        <DaysChip
          label="Date"
          value={{ from: filters.from, to: filters.to }}
          today={today}
          note="Days are counted in UTC."
          errors={{ from: faults.date_from?.[0], to: faults.date_to?.[0] }}
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
        <span className={css.total}>{total !== undefined && `${count(total)} ${total === 1 ? 'call' : 'calls'}`}</span>
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
