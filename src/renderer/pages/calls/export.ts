import type { CallSummary } from '../../../contract/calls'
import type { Client } from '../../api/client'
import { momentCell, moneyCell, valueCell, yesNo } from '../../exports/cells'
import type { ListExport } from '../../exports/export-list'
import { isGuess } from '../../parts/Guess'
import { states } from '../../theme/states'
import { t } from '../../words/words'
import { directions, endInWords, goalOf, outcomeInWords, stateOf } from './call-text'
import { type Filters, inputOf } from './filters'

/** The most that the service has on a page. */
const PER_PAGE = 100

/** The call log with its filters, with what was noted about each call. `zone`: of the desk. */
export const callsExport = (client: Client, filters: Filters, zone: string): ListExport<CallSummary> => ({
  name: t('Calls'),
  read: (page, signal) => client.calls.list({ ...inputOf(filters), page, per_page: PER_PAGE }, { signal }),
  id: call => call.id,
  columns: [
    { title: t('Started, {zone}', { zone }), cell: call => momentCell(call.created_at, zone) },
    { title: t('Direction'), cell: call => directions[call.type] },
    { title: t('Name'), cell: call => call.name },
    { title: t('Number'), cell: call => call.client_phone_number },
    { title: t('State'), cell: call => states.call[stateOf(call)].word },
    { title: t('Ended because'), cell: endInWords },
    { title: t('What came of it'), cell: outcomeInWords },
    { title: t('Goal'), cell: call => yesNo(goalOf(call)) },
    { title: t('Judged by'), cell: call => (isGuess(call.evaluated_by) ? t('The built-in rules') : call.evaluated_by) },
    { title: t('Campaign'), cell: call => call.campaign_name },
    { title: t('Assistant'), cell: call => call.assistant_name },
    { title: t('Our number'), cell: call => call.assistant_phone_number },
    { title: t('Talk, seconds'), cell: call => call.duration },
    { title: t('Cost, $'), cell: call => moneyCell(Number(call.total_cost)) },
  ],
  more: call =>
    Object.fromEntries(
      call.evaluation
        .filter(({ name }) => name !== 'status' && name !== 'summary')
        .map(({ name, value }) => [name, valueCell(value)]),
    ),
})
