import type { Migration } from '../migrate'

export const putAway: Migration = {
  id: 136,
  name: 'what an operator has put away, and when a webhook was given up',
  up: `
    CREATE TABLE put_away (
      user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      subject TEXT NOT NULL, -- a kind of entry, and the id of what it is about
      mark INTEGER NOT NULL, -- which event of the subject: another one is shown again
      PRIMARY KEY (user_id, subject)
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE deliveries ADD COLUMN died_at INTEGER; -- wall time; it was given up last then
    UPDATE deliveries SET died_at = coalesce((SELECT max(at) FROM delivery_tries WHERE delivery_id = deliveries.id), created_at)
      WHERE status = 'dead';
    CREATE INDEX deliveries_dead ON deliveries (user_id, died_at) WHERE status = 'dead';
  `,
}
