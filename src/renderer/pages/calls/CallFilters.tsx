import { useQuery } from '@tanstack/react-query'
import { callStatuses } from '../../../contract/statuses'
import { isEmpty, refusedOf } from '../../forms/refused'
import { DaysChip, FilterChip } from '../../parts/FilterChip'
import layout from '../../parts/layout.module.css'
import { NotShown } from '../../parts/NotShown'
import { SavedFilters } from '../../parts/SavedFilters'
import { SearchField } from '../../parts/SearchField'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { states } from '../../theme/states'
import { placeIn } from '../../week'
import { t } from '../../words/words'
import { directions } from './call-text'
import type { Filters } from './filters'

const byState = callStatuses.map(value => ({ value, word: states.call[value].word }))
const byDirection = Object.entries(directions).map(([value, word]) => ({ value, word }))
const byGoal = [
  { value: 'goal', word: t('reached') },
  { value: 'no_goal', word: t('not reached') },
  { value: 'guessed_goal', word: t('perhaps reached') },
  { value: 'guessed_no_goal', word: t('perhaps not reached') },
]
const withoutPage = ({ page, ...filters }: Filters) => filters
const named = (records: { id: number; name: string }[] | undefined) =>
  records?.map(({ id, name }) => ({ value: String(id), word: name })) ?? null

interface Props {
  filters: Filters
  /** Why the log cannot be shown. An error about a filter is shown on that filter. */
  error: Error | null
  total: number | undefined
  /** How many calls were found with these filters. Undefined until it is known. */
  found: number | undefined
  onChange: (changed: Filters) => void
  /** Shows the calls with these filters and no others. */
  onChoose: (filters: Filters) => void
  /** As `onChange`, while the person types. */
  onSearch: (changed: Filters) => void
}

/** The filters of the call log. */
export function CallFilters({ filters, error, total, found, onChange, onChoose, onSearch }: Props) {
  const { ask } = useDesk()
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const today = useClock(now => placeIn(zone, now).date)
  const campaigns = useQuery(ask.campaigns.list.queryOptions({ input: {} }))
  const assistants = useQuery(ask.assistants.listAll.queryOptions({ input: {} }))
  const label = t('Search calls')
  const refused = refusedOf(error, { search: t('The search'), from: t('From'), to: t('To') })
  return (
    <>
      <search className={layout.filters}>
        <SearchField
          label={label}
          placeholder={t('A name, a number, or words that were said')}
          width={310}
          value={filters.search ?? ''}
          error={refused.search}
          onSearch={value => onSearch({ search: value || undefined })}
        />
        <DaysChip
          label={t('Date')}
          value={{ from: filters.from, to: filters.to }}
          today={today}
          errors={refused}
          onChange={({ from, to }) => onChange({ from, to })}
        />
        <FilterChip
          label={t('State')}
          value={filters.status}
          options={byState}
          onChange={status => onChange({ status })}
        />
        <FilterChip
          label={t('Campaign')}
          value={filters.campaign}
          options={named(campaigns.data)}
          onChange={campaign => onChange({ campaign })}
        />
        <FilterChip
          label={t('Assistant')}
          value={filters.assistant}
          options={named(assistants.data)}
          onChange={assistant => onChange({ assistant })}
        />
        <FilterChip
          label={t('Direction')}
          value={filters.type}
          options={byDirection}
          onChange={type => onChange({ type })}
        />
        <FilterChip label={t('Goal')} value={filters.goal} options={byGoal} onChange={goal => onChange({ goal })} />
        <SavedFilters list="calls" filters={withoutPage(filters)} onChoose={onChoose} />
        <span className={layout.total}>
          {total !== undefined && t('{n, plural, one {# call} other {# calls}}', { n: total })}
        </span>
        <span className="sr" role="status">
          {filters.search && found !== undefined && t('{n, plural, one {# call} other {# calls}} found', { n: found })}
        </span>
      </search>
      <NotShown title={t('The calls cannot be shown')} error={isEmpty(refused) && error} />
    </>
  )
}
