import type { Migration } from '../migrate'

export const promisedCallbacks: Migration = {
  id: 120,
  name: 'callbacks promised in calls without a lead',
  up: `
    CREATE TABLE promised_callbacks (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      phone_number TEXT NOT NULL,
      at INTEGER NOT NULL,
      call_id INTEGER REFERENCES calls (id) ON DELETE SET NULL, -- in which it was promised
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX promised_callbacks_user ON promised_callbacks (user_id, at);
    CREATE INDEX promised_callbacks_number ON promised_callbacks (user_id, phone_number);
    CREATE INDEX promised_callbacks_call ON promised_callbacks (call_id) WHERE call_id IS NOT NULL;
    CREATE INDEX promised_callbacks_at ON promised_callbacks (at);
  `,
}
