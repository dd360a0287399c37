import type { Migration } from '../migrate'

export const workspaceMore: Migration = {
  id: 90,
  name: 'credentials of providers, counts of the ledger and the blacklist, answers kept for retries',
  up: `
    CREATE TABLE provider_credentials (
      code TEXT PRIMARY KEY, -- of the provider, whatever it is used for
      api_key TEXT, -- sealed
      base_url TEXT
    ) STRICT, WITHOUT ROWID;

    -- What money moved for, so that every cost can be followed; what is gone leaves its number.
    ALTER TABLE ledger ADD COLUMN sms_id INTEGER;
    ALTER TABLE ledger ADD COLUMN phone_number_id INTEGER;
    ALTER TABLE ledger ADD COLUMN conversation_id INTEGER;
    CREATE INDEX ledger_user_time ON ledger (user_id, created_at);
    CREATE INDEX ledger_user_type ON ledger (user_id, type, created_at);
    CREATE TABLE ledger_counts (
      user_id INTEGER NOT NULL,
      type TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (user_id, type)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO ledger_counts (user_id, type, n) SELECT user_id, type, count(*) FROM ledger GROUP BY user_id, type;
    CREATE TRIGGER ledger_counted AFTER INSERT ON ledger BEGIN
      INSERT INTO ledger_counts (user_id, type, n) VALUES (NEW.user_id, NEW.type, 1)
        ON CONFLICT DO UPDATE SET n = n + 1;
    END;

    CREATE INDEX contacts_number ON contacts (phone_number);
    CREATE INDEX blacklist_user ON blacklist (user_id, created_at);

    -- What a request with an Idempotency-Key was answered, for its twins.
    CREATE TABLE kept_answers (
      scope TEXT NOT NULL, -- whose key, which method and path
      key TEXT NOT NULL,
      fingerprint BLOB NOT NULL, -- of the body
      status INTEGER, -- null while the first one is at work
      body TEXT,
      created_at INTEGER NOT NULL, -- wall time
      PRIMARY KEY (scope, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX kept_answers_age ON kept_answers (created_at);

    ALTER TABLE calls ADD COLUMN cleared_at INTEGER; -- since when its recording and its words are no longer kept
    CREATE INDEX calls_kept ON calls (ended_at) WHERE ended_at IS NOT NULL AND cleared_at IS NULL;
  `,
}
