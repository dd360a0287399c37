import type { PhoneNumber } from '../../../contract/phone-numbers'
import { momentCell, moneyCell, yesNo } from '../../exports/cells'
import type { ListExport } from '../../exports/export-list'
import { countryName } from '../../phone'
import { states } from '../../theme/states'
import { t } from '../../words/words'
import { kinds } from './number-text'

const names = (of: { name: string }[]) => of.map(({ name }) => name).join(', ')

/** The numbers that are shown. `zone`: of the desk. */
export const numbersExport = (rows: PhoneNumber[], zone: string): ListExport<PhoneNumber> => ({
  name: t('Numbers'),
  read: async () => ({ data: rows, total: rows.length, per_page: rows.length, last_page: 1 }),
  id: number => number.id,
  columns: [
    { title: t('Number'), cell: number => number.phone_number },
    { title: t('Name'), cell: number => number.nickname },
    { title: t('State'), cell: number => states.number[number.status].word },
    { title: t('Kind'), cell: number => kinds[number.type] },
    { title: t('Country'), cell: number => countryName(number.country_code) },
    { title: t('Region'), cell: number => number.region },
    { title: t('SMS'), cell: number => yesNo(number.sms_capable) },
    { title: t('Answers calls'), cell: number => number.answered_by?.name },
    { title: t('Calls from it'), cell: number => names([...number.campaigns, ...number.shown_by]) },
    { title: t('Rent a month, $'), cell: number => moneyCell(number.price) },
    { title: t('Next rent, {zone}', { zone }), cell: number => momentCell(number.next_charge_at, zone) },
    { title: t('Leaves, {zone}', { zone }), cell: number => momentCell(number.released_at, zone) },
  ],
})
