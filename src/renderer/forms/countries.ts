import { getCountries } from 'libphonenumber-js/min'
import { countryName } from '../phone'

let all: { value: string; label: string }[] | undefined

/** Every country by its name in the person's language, for a choice. */
export function countryChoices() {
  all ??= getCountries()
    .map(value => ({ value: value as string, label: countryName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label))
  return all
}
