import type { Migration } from '../migrate'

export const deletedDials: Migration = {
  id: 131,
  name: 'dials whose call was deleted, which the cap of calls a number and day still counts',
  up: `
    CREATE TABLE deleted_dials (
      id INTEGER PRIMARY KEY,
      user_id INTEGER NOT NULL REFERENCES users (id),
      phone_number TEXT NOT NULL,
      dialed_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX deleted_dials_number ON deleted_dials (user_id, phone_number, dialed_at);
  `,
}
