import { placeholder } from '../../../contract/variables'
import { type Variables, variableName } from '../../../contract/wire'

/**
 * Replaces the variables of a text by their values. A known one may stand in single braces too. A variable that has no
 * value becomes empty, and `onMissing` is called; other braces stay. `encode` changes each value.
 */
export const fill = (
  text: string,
  values: Variables,
  onMissing: (name: string) => void = () => {},
  encode: (value: string) => string = value => value,
) =>
  text.replace(placeholder, (found, double: string | undefined, single: string | undefined) => {
    const name = (double ?? single)!
    if (hasValue(values, name)) return encode(String(values[name]))
    const isVariable = Object.hasOwn(values, name) || (double !== undefined && variableName.test(name))
    if (!isVariable) return found
    onMissing(name)
    return ''
  })

/** Whether a variable has a value; an empty text does not count. */
export function hasValue(values: Variables, name: string): boolean {
  const value = Object.hasOwn(values, name) ? values[name] : null
  return value !== null && value !== undefined && value !== ''
}

/**
 * The name of a person among the variables that were given for them, under the names that imports use for it; null when
 * there is none. Never give it the defaults of an assistant: a default such as `there` is nobody's name.
 */
export function nameIn(given: Variables): string | null {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name].trim() : '')
  const both = `${text('first_name')} ${text('last_name')}`.trim()
  return text('name') || text('full_name') || both || text('customer_name') || null
}
