import { Select } from '@mantine/core'
import { countryName } from '../phone'
import { t } from '../words/words'
import { countryChoices } from './countries'
import type { Form } from './use-form'

interface Place {
  timezone: string
  country: string | null
}

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** The time zone of the workspace, and the country in which its numbers are read. */
export function PlaceFields<V extends Place>({ form }: { form: Form<V> }) {
  // What a form of more fields offers for these two.
  const { values, field } = form as unknown as Form<Place>
  return (
    <>
      <Select
        {...field('timezone', t('Time zone'))}
        searchable
        limit={60}
        nothingFoundMessage={t('No zone by that name')}
        data={zones.includes(values.timezone) ? zones : [values.timezone, ...zones]}
      />
      <Select
        {...field('country', t('Country'), saved => (saved ? countryName(saved) : t('none')))}
        description={t('A number without a country code, such as 020 7946 0123, is read as one of this country.')}
        placeholder={t('That of the time zone')}
        searchable
        clearable
        limit={60}
        nothingFoundMessage={t('No country by that name')}
        clearButtonProps={{ 'aria-label': t('Take the country of the time zone') }}
        data={countryChoices()}
      />
    </>
  )
}
