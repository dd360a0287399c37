import type { Variables } from '../../../contract/wire'

/** `{{name}}`, also with spaces inside the braces. */
const placeholder = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g

/** The names of the variables that a text uses, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(match => match[1]!)),
]

/** Fills the variables of a text in; `onMissing` hears of each that has no value, and its place stays empty. */
export const fill = (text: string, values: Variables, onMissing: (name: string) => void) =>
  text.replace(placeholder, (_, name: string) => {
    if (!hasValue(values, name)) onMissing(name)
    return String((Object.hasOwn(values, name) ? values[name] : null) ?? '')
  })

/** Whether a variable has something to say: an empty text has not. */
export function hasValue(values: Variables, name: string): boolean {
  const value = Object.hasOwn(values, name) ? values[name] : null
  return value !== null && value !== undefined && value !== ''
}

/** What a person is called in the variables of whoever imported them. */
export function nameIn(variables: Record<string, unknown>): string | null {
  const { name, full_name, first_name, last_name, customer_name } = variables
  const both = [first_name, last_name].filter(Boolean).join(' ')
  const found = [name, full_name, both, customer_name].find(value => typeof value === 'string' && value.trim() !== '')
  return typeof found === 'string' ? found.trim() : null
}
