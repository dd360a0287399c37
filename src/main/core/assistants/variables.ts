/** What people are called in the variables of whoever imports them. */
export function nameIn(variables: Record<string, unknown>): string | null {
  const { name, full_name, first_name, last_name, customer_name } = variables
  const both = [first_name, last_name].filter(Boolean).join(' ')
  const found = [name, full_name, both, customer_name].find(value => typeof value === 'string' && value.trim() !== '')
  return typeof found === 'string' ? found.trim() : null
}
