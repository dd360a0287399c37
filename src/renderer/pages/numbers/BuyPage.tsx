import { Button } from '@mantine/core'
import { IconHash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type AvailableNumber, numberCountries } from '../../../contract/phone-numbers'
import { refusedOf } from '../../forms/refused'
import { type Column, DataTable } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import layout from '../../parts/layout.module.css'
import { NotShown } from '../../parts/NotShown'
import { PageHeader } from '../../parts/PageHeader'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { SearchField } from '../../parts/SearchField'
import { Clip, Money, Phone } from '../../parts/values'
import { countryName } from '../../phone'
import { go, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { language } from '../../words/language'
import { t } from '../../words/words'
import { BuyDialog } from './BuyDialog'

/** Of the columns with the price and with the button, in pixels. */
const [PRICE_WIDTH, RENT_WIDTH] = { en: [76, 84], de: [84, 92] }[language]

const countries = numberCountries
  .map(value => ({ value: value as string, word: countryName(value) }))
  .toSorted((a, b) => a.word.localeCompare(b.word))

/** Numbers that can be rented, by country and digits. */
export function BuyPage() {
  const { ask } = useDesk()
  const { query } = usePlace()
  const own = useDeskState(state => state.settings?.country)
  const country = query.get('country') ?? numberCountries.find(one => one === own) ?? 'US'
  const digits = query.get('digits') ?? ''
  const can = query.get('can') ?? undefined
  const [toBuy, setToBuy] = useState<AvailableNumber | null>(null)
  const answer = useQuery(
    ask.phoneNumbers.search.queryOptions({
      input: { country_code: country as (typeof numberCountries)[number], contains: digits || undefined },
      placeholderData: keepPreviousData,
    }),
  )
  const offers = answer.data?.data.filter(offer => can === undefined || offer.sms_capable === (can === 'sms'))
  const error = failureOf(answer)
  const { contains: onDigits } = refusedOf(error, { contains: t('Digits') })
  const changed = (change: object) => ({ country, digits: digits || undefined, can, ...change })
  const actions = useCallback(
    (offer: AvailableNumber) => (
      <Button size="xs" onClick={() => setToBuy(offer)} aria-label={t('Rent {number}', nameIn(offer))}>
        {t('Rent')}
      </Button>
    ),
    [],
  )
  return (
    <div className={layout.column}>
      <PageHeader
        trail={[[t('Numbers'), '/numbers']]}
        title={t('Rent a number')}
        meta={t('by the month, until it is released')}
      />
      <search className={layout.filters}>
        <SearchField
          label={t('Digits')}
          placeholder={t('Digits in a row, such as 212')}
          width={230}
          value={digits}
          error={onDigits}
          onSearch={typed =>
            refine('/numbers/buy', changed({ digits: typed.replaceAll(/[\s()+.-]/g, '') || undefined }))
          }
        />
        <FilterChip
          label={t('Country')}
          value={country}
          options={countries}
          onChange={value => go('/numbers/buy', changed({ country: value }))}
        />
        <FilterChip
          label={t('Can')}
          value={can}
          options={[
            { value: 'sms', word: t('Calls and SMS') },
            { value: 'calls', word: t('Calls only') },
          ]}
          onChange={value => go('/numbers/buy', changed({ can: value }))}
        />
        <span className={layout.total} role="status">
          {offers && t('{n, plural, one {# offer} other {# offers}}', { n: offers.length })}
        </span>
      </search>
      <NotShown title={t('No numbers can be shown')} error={!onDigits && error} />
      <ScrollRegion className={layout.edge} label={t('Offers')}>
        <DataTable
          label={t('Offers')}
          columns={columns}
          rows={offers ?? (error ? [] : null)}
          expected={12}
          id={offer => offer.phone_number}
          onOpen={setToBuy}
          actions={actions}
          empty={
            offers && (
              <EmptyState
                icon={IconHash}
                title={t('No number like that is offered in {country}', { country: countryName(country) })}
              >
                {t('Ask for fewer digits, or in another country.')}
              </EmptyState>
            )
          }
        />
      </ScrollRegion>
      {toBuy && <BuyDialog offer={toBuy} onClose={() => setToBuy(null)} />}
    </div>
  )
}

const nameIn = (offer: AvailableNumber) => ({ number: offer.phone_number_formatted })

const columns: Column<AvailableNumber>[] = [
  {
    key: 'number',
    title: t('Number'),
    cell: offer => (
      <span className="strong">
        <Phone value={offer.phone_number} />
      </span>
    ),
  },
  {
    key: 'region',
    title: t('Region'),
    width: '34%',
    hide: 'slim',
    cell: offer => <Clip className="soft">{offer.region}</Clip>,
  },
  {
    key: 'can',
    title: t('Can'),
    width: '22%',
    hide: 'tight',
    cell: offer => <Clip className="soft">{offer.sms_capable ? t('Calls and SMS') : t('Calls only')}</Clip>,
  },
  {
    key: 'price',
    title: t('A month'),
    width: PRICE_WIDTH,
    align: 'right',
    cell: offer => <Money value={offer.price} />,
  },
  // Room for the button that rents it.
  { key: 'rent', title: '', width: RENT_WIDTH, cell: () => null },
]
