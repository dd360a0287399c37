import { TextInput, type TextInputProps } from '@mantine/core'
import { localTimeAt, momentOfLocal } from '../week'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** ISO 8601; null for none. */
  value: string | null
  zone: string
  onChange: (moment: string | null) => void
}

/** A field for a moment, written as the clocks of a zone show it. In a dialog it has the focus first. */
export const MomentField = ({ value, zone, onChange, ...props }: Props) => (
  <TextInput
    data-autofocus
    {...props}
    type="datetime-local"
    max="9999-12-31T23:59"
    value={value === null ? '' : localTimeAt(zone, Date.parse(value))}
    onChange={event => onChange(momentOfLocal(zone, event.currentTarget.value))}
  />
)
