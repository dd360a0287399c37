import type { Variables } from '../../../contract/wire'

/** `{{name}}`; spaces inside the braces are allowed. */
const placeholder = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g

/** The names of the variables that a text uses, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(match => match[1]!)),
]

/** Replaces the variables of a text by their values. One without a value becomes empty, and `onMissing` is called. */
export const fill = (text: string, values: Variables, onMissing: (name: string) => void) =>
  text.replace(placeholder, (_, name: string) => {
    if (!hasValue(values, name)) onMissing(name)
    return String((Object.hasOwn(values, name) ? values[name] : null) ?? '')
  })

/** Whether a variable has a value; an empty text does not count. */
export function hasValue(values: Variables, name: string): boolean {
  const value = Object.hasOwn(values, name) ? values[name] : null
  return value !== null && value !== undefined && value !== ''
}

/** The name of a person among their variables, under the names that imports use for it; null when there is none. */
export function nameIn(variables: Record<string, unknown>): string | null {
  const { name, full_name, first_name, last_name, customer_name } = variables
  const both = [first_name, last_name].filter(Boolean).join(' ')
  const found = [name, full_name, both, customer_name].find(value => typeof value === 'string' && value.trim() !== '')
  return typeof found === 'string' ? found.trim() : null
}
