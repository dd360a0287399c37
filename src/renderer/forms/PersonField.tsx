import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useState } from 'react'
import { formatPhone } from '../parts/format'
import { Clip } from '../parts/values'
import { wholeNumber } from '../phone'
import { useFoundPeople } from '../stores/use-found-people'
import { t } from '../words/words'
import css from './forms.module.css'
import { CountryOfNumbers, useCountry, useReading } from './NumberField'

interface Props extends Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> {
  value: string
  onChange: (typed: string) => void
}

/** A field for a phone number in any form, which also finds people by their name. Choosing one fills in the number. */
export function PersonField({ value, onChange, ...field }: Props) {
  const { country, readAs, lacksCountry } = useReading(value)
  const hint = country
    ? t('A name, or a number with + and country, or as dialed in {country}', { country })
    : t('A name, or a number with + and country')
  const { people } = useFoundNames(value)
  const [isOpen, setOpen] = useState(false)
  const names = new Map(people.map(one => [formatPhone(one.phone_number), one.name]))
  return (
    <div className={css.number}>
      <Autocomplete
        autoComplete="off"
        description={readAs ?? hint}
        value={value}
        onChange={onChange}
        data={[...names.keys()]}
        filter={({ options }) => options}
        // Without anybody to choose, Esc is for the dialog around it.
        dropdownOpened={isOpen && names.size > 0}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        onBlur={() => setOpen(false)}
        renderOption={({ option }) => (
          <span className={css.person}>
            <Clip className="strong">{names.get(option.value) ?? option.value}</Clip>
            {names.get(option.value) && <span className="soft num">{option.value}</span>}
          </span>
        )}
        {...field}
      />
      {lacksCountry && <CountryOfNumbers />}
    </div>
  )
}

/** People with a name or a number like the one that is typed. Nobody for a whole number. */
export function useFoundNames(typed: string) {
  const isWhole = wholeNumber(typed, useCountry()) !== null
  const { people, isAsking } = useFoundPeople(isWhole ? '' : typed)
  return { people: people.filter(({ found }) => found !== 'words'), isAsking }
}
