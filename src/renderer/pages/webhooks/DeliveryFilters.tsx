import { useQuery } from '@tanstack/react-query'
import { isEmpty, refusedOf } from '../../forms/refused'
import { DaysChip, FilterChip } from '../../parts/FilterChip'
import layout from '../../parts/layout.module.css'
import { NotShown } from '../../parts/NotShown'
import { SearchField } from '../../parts/SearchField'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { states } from '../../theme/states'
import { placeIn } from '../../week'
import { t } from '../../words/words'
import { events } from './delivery-text'
import type { Filters } from './filters'

const byState = Object.entries(states.delivery).map(([value, { word }]) => ({ value, word }))
const byEvent = Object.entries(events).map(([value, word]) => ({ value, word }))

interface Props {
  filters: Filters
  /** Why the list cannot be shown. An error about a filter is shown on that filter. */
  error: Error | null
  total: number | undefined
  onChange: (changed: Filters) => void
  /** As `onChange`, while the person types. */
  onSearch: (changed: Filters) => void
}

/** The filters of the deliveries. */
export function DeliveryFilters({ filters, error, total, onChange, onSearch }: Props) {
  const { ask } = useDesk()
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const today = useClock(now => placeIn(zone, now).date)
  const receivers = useQuery(ask.webhooks.receivers.queryOptions({ input: {} }))
  const label = t('Search webhooks')
  const refused = refusedOf(error, { search: t('The search'), from: t('From'), to: t('To') })
  return (
    <>
      <search className={layout.filters}>
        <SearchField
          label={label}
          placeholder={t('A name, a number, an address or an id')}
          width={290}
          value={filters.search ?? ''}
          error={refused.search}
          onSearch={value => onSearch({ search: value || undefined })}
        />
        <FilterChip
          label={t('State')}
          value={filters.status}
          options={byState}
          onChange={status => onChange({ status })}
        />
        <FilterChip
          label={t('Receiver')}
          value={filters.host}
          options={receivers.data?.map(({ host }) => ({ value: host, word: host })) ?? null}
          onChange={host => onChange({ host })}
        />
        <FilterChip
          label={t('Event')}
          value={filters.event}
          options={byEvent}
          onChange={event => onChange({ event })}
        />
        <DaysChip
          label={t('Date')}
          value={{ from: filters.from, to: filters.to }}
          today={today}
          errors={refused}
          onChange={({ from, to }) => onChange({ from, to })}
        />
        <span className={layout.total}>
          {total !== undefined && t('{n, plural, one {# webhook} other {# webhooks}}', { n: total })}
        </span>
        <span className="sr" role="status">
          {filters.search &&
            total !== undefined &&
            t('{n, plural, one {# webhook} other {# webhooks}} found', { n: total })}
        </span>
      </search>
      <NotShown title={t('The webhooks cannot be shown')} error={isEmpty(refused) && error} />
    </>
  )
}
