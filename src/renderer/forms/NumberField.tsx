import { Select, TextInput, type TextInputProps } from '@mantine/core'
import { formatPhone } from '../parts/format'
import { tell } from '../parts/tell'
import { countryName, toE164 } from '../phone'
import { useChange } from '../stores/use-change'
import { useDesk, useDeskState } from '../stores/use-desk'
import { t } from '../words/words'
import { countryChoices } from './countries'
import css from './forms.module.css'

/** The country in which a number without its country is read. */
export const useCountry = () => useDeskState(state => state.settings?.country ?? null)

/** With fewer digits a number without its country is still being typed. */
const FEWEST_DIGITS = 5

interface Reading {
  /** The country in which it is read, by name. */
  country: string | null
  /** How a number without its country is read. Null for others. */
  readAs: string | null
  /** It needs the desk's country, which is not known. */
  lacksCountry: boolean
}

/** How a number that is being typed is read. */
export function useReading(typed: string): Reading {
  const country = useCountry()
  const text = typed.trim()
  const number = toE164(text, country)
  const isNational = text !== '' && !/^(\+|00)/.test(text)
  return {
    country: country && countryName(country),
    readAs: isNational && number.startsWith('+') ? t('Read as {number}', { number: formatPhone(number) }) : null,
    lacksCountry:
      country === null && isNational && !/\p{L}/u.test(text) && (text.match(/\d/g)?.length ?? 0) >= FEWEST_DIGITS,
  }
}

/** A field for a phone number in any form. It says how a national number is read, and asks for its country where none is known. */
export function NumberField(props: TextInputProps & { value: string }) {
  const { country, readAs, lacksCountry } = useReading(props.value)
  const hint = country ? t('With + and country, or as dialed in {country}', { country }) : t('With + and country')
  return (
    <div className={css.number}>
      <TextInput type="tel" inputMode="tel" autoComplete="off" description={readAs ?? hint} {...props} />
      {lacksCountry && <CountryOfNumbers />}
    </div>
  )
}

/** Asks in which country numbers without one are read, for the whole desk. */
export function CountryOfNumbers() {
  const { client } = useDesk()
  const choose = useChange((country: string) => client.settings.update({ country }), {
    onDone: (_, country) =>
      tell(t('Numbers without a country are now read as in {country}', { country: countryName(country) }), () =>
        client.settings.update({ country: null }),
      ),
  })
  return (
    <Select
      label={t('Which country is it of?')}
      description={t('All numbers without + and country are then read as in this one.')}
      searchable
      limit={60}
      nothingFoundMessage={t('No country by that name')}
      data={countryChoices()}
      value={null}
      error={choose.failed}
      disabled={choose.isBusy}
      onChange={country => country && void choose.run(country)}
    />
  )
}
