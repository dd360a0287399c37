import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { readAmount } from '../amounts'
import { locale } from '../words/language'

const sign = '$'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** In USD. What is typed and is no amount is given as it is, so that the form says what is wrong. */
  value: number | string | null
  onChange: (given: number | string) => void
  /** How many decimals it may have. A price may be less than a cent. */
  decimals?: number
}

/** A field for an amount in US dollars, typed with a point or a comma. */
export function MoneyField({ value, onChange, decimals = 2, ...props }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const format = (amount: number) =>
    amount.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: Math.max(decimals, 6) })
  // What is typed stays as it is, while it means the value of the form.
  const isTyped = typed !== null && (readAmount(typed, decimals) ?? typed) === value
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span aria-hidden>{sign}</span>}
      leftSectionWidth={26}
      {...props}
      value={isTyped ? typed : typeof value === 'number' ? format(value) : (value ?? '')}
      onChange={event => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(text === '' ? '' : (readAmount(text, decimals) ?? text))
      }}
      onBlur={event => {
        setTyped(null)
        props.onBlur?.(event)
      }}
    />
  )
}
