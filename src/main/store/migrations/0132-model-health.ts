import type { Migration } from '../migrate'

export const modelHealth: Migration = {
  id: 132,
  name: 'models that do not answer',
  up: `
    CREATE TABLE model_troubles (
      id INTEGER PRIMARY KEY,
      provider TEXT NOT NULL,
      code TEXT NOT NULL,
      failures INTEGER NOT NULL, -- calls in a row in which it could not answer
      reason TEXT NOT NULL, -- of the last one
      since INTEGER, -- desk time: it is known to be out of order from then on
      tries INTEGER NOT NULL DEFAULT 0, -- how often it was tried since
      next_try_at INTEGER, -- wall time
      UNIQUE (provider, code)
    ) STRICT;
  `,
}
