import { TextInput, type TextInputProps } from '@mantine/core'
import { formatPhone } from '../parts/format'
import { countryName, toE164 } from '../phone'
import { useDeskState } from '../stores/use-desk'
import { t } from '../words/words'

/** The country in which a number without its country is read. */
export const useCountry = () => useDeskState(state => state.settings?.country ?? null)

/** A field for a phone number in any form. It says how a national number is read. */
export function NumberField(props: TextInputProps & { value: string }) {
  const country = useCountry()
  const typed = props.value.trim()
  const number = toE164(typed, country)
  const isNational = typed !== '' && !/^(\+|00)/.test(typed) && number.startsWith('+')
  const hint = country
    ? t('With + and country, or as dialed in {country}', { country: countryName(country) })
    : t('With + and country. The settings of the workspace have a country for other numbers.')
  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="off"
      description={isNational ? t('Read as {number}', { number: formatPhone(number) }) : hint}
      {...props}
    />
  )
}
