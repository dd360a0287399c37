/** A person of the simulated carrier, who answers and talks. The number is set aside for fiction. */
export const TEST_PERSON = '+12025550130'

/** What the templates of assistants want to know of a person, in both languages, for a test call. */
const known: Record<string, string> = {
  first_name: 'Alex',
  last_name: 'Morgan',
  name: 'Alex Morgan',
  appointment_date: 'Thursday',
  appointment_time: '10:00',
  invoice_number: '2026-014',
  amount: '$120.00',
  due_date: 'last Friday',
  termin_tag: 'Donnerstag',
  termin_uhrzeit: '10:00',
  rechnungsnummer: '2026-014',
  betrag: '120,00 €',
  faellig_am: 'letzten Freitag',
}

/** Values for the variables of an assistant that have none, as far as they are known. */
export const testValues = (variables: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value === '' && known[name] !== undefined ? [[name, known[name]]] : [],
    ),
  )
