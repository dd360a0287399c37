import { TextInput } from '@mantine/core'

interface Props {
  names: readonly string[]
  /** The assistant's own values, which hold where nothing is given. */
  defaults: Record<string, unknown>
  /** The name of the field with the variables. */
  path: string
  value: Record<string, unknown>
  onChange: (value: Record<string, unknown>) => void
  errorOf: (name: string, label: string) => string | undefined
}

/** A field for each variable. An empty one leaves the assistant's own value. */
export const VariableFields = ({ names, defaults, path, value, onChange, errorOf }: Props) =>
  names.map(name => (
    <TextInput
      key={name}
      data-field={`${path}.${name}`}
      label={labelOf(name)}
      placeholder={asText(defaults[name])}
      value={asText(value[name])}
      onChange={event => {
        const { [name]: _, ...others } = value
        const text = event.currentTarget.value
        onChange(text === '' ? others : { ...others, [name]: text })
      }}
      error={errorOf(`${path}.${name}`, labelOf(name))}
    />
  ))

/** A variable may be of any JSON type. */
const asText = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')

/** `First name` for `first_name`. */
const labelOf = (name: string) => {
  const words = name.replaceAll('_', ' ').trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
