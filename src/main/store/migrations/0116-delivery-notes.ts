import type { Migration } from '../migrate'

export const deliveryNotes: Migration = {
  id: 116,
  name: 'what was done with the answer of a webhook receiver',
  up: `
    ALTER TABLE delivery_tries ADD COLUMN note TEXT; -- why the answer is kept as text, or in part; null: it is kept as it came
  `,
}
