import type { Migration } from '../migrate'

export const sessions: Migration = {
  id: 155,
  name: 'when and where a session of the console began, and users that were removed',
  up: `
    -- Null for sessions of before. All times are wall time.
    ALTER TABLE console_sessions ADD COLUMN created_at INTEGER;
    ALTER TABLE console_sessions ADD COLUMN last_used_at INTEGER;
    ALTER TABLE console_sessions ADD COLUMN agent TEXT; -- the User-Agent of the browser
    CREATE INDEX console_sessions_user ON console_sessions (user_id);

    -- A removed user stays for the ledger. The address of one is free again: it stands in removed_email.
    ALTER TABLE users ADD COLUMN removed_at INTEGER;
    ALTER TABLE users ADD COLUMN removed_email TEXT;
  `,
}
