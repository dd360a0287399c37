import type { Migration } from '../migrate'

export const workspace: Migration = {
  id: 10,
  name: 'workspace: state, users, keys, sessions, money',
  up: `
    CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE users (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      email TEXT NOT NULL COLLATE NOCASE UNIQUE,
      balance INTEGER NOT NULL DEFAULT 0, -- millionths of a USD: the sum of the ledger, kept by it
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE api_keys (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      hint TEXT NOT NULL, -- the first characters, to tell keys apart
      hash BLOB NOT NULL UNIQUE,
      created_at INTEGER NOT NULL,
      last_used_at INTEGER,
      revoked_at INTEGER
    ) STRICT;
    CREATE INDEX api_keys_user ON api_keys (user_id);

    CREATE TABLE console_tokens (
      hash BLOB PRIMARY KEY,
      user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE console_sessions (
      hash BLOB PRIMARY KEY,
      user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE ledger (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      type TEXT NOT NULL CHECK (type IN ('simulated_credit', 'top_up', 'call', 'sms', 'rental', 'message', 'refund')),
      amount INTEGER NOT NULL, -- millionths of a USD; what is spent is negative
      what TEXT NOT NULL,
      call_id INTEGER,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX ledger_user ON ledger (user_id);
    CREATE INDEX ledger_call ON ledger (call_id) WHERE call_id IS NOT NULL;
    CREATE TRIGGER ledger_sums AFTER INSERT ON ledger BEGIN
      UPDATE users SET balance = balance + NEW.amount WHERE id = NEW.user_id;
    END;
    CREATE TRIGGER ledger_is_final BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'a ledger entry is final'); END;
    CREATE TRIGGER ledger_is_kept BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'a ledger entry is kept'); END;

    CREATE TABLE payment_methods (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      label TEXT NOT NULL,
      last4 TEXT NOT NULL CHECK (last4 GLOB '[0-9][0-9][0-9][0-9]'),
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX payment_methods_user ON payment_methods (user_id);

    -- Ours have fixed ids below 100000; what the operator adds comes after them.
    CREATE TABLE languages (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, iso_2 TEXT NOT NULL) STRICT;
    CREATE TABLE providers (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL CHECK (kind IN ('synthesizer', 'transcriber', 'model')),
      name TEXT NOT NULL,
      code TEXT NOT NULL,
      languages TEXT NOT NULL DEFAULT '[]' -- iso_2 codes that a transcriber hears; a synthesizer's follow from its voices
    ) STRICT;
    CREATE TABLE models (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      provider_id INTEGER NOT NULL REFERENCES providers (id),
      type TEXT NOT NULL CHECK (type IN ('llm', 'multimodal', 'dualplex')),
      name TEXT NOT NULL,
      code TEXT NOT NULL
    ) STRICT;
    CREATE TABLE voices (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      synthesizer_provider_id INTEGER NOT NULL REFERENCES providers (id),
      language_id INTEGER NOT NULL REFERENCES languages (id),
      name TEXT NOT NULL,
      gender TEXT NOT NULL,
      accent TEXT,
      age TEXT,
      preview_url TEXT,
      modes TEXT NOT NULL
    ) STRICT;
    CREATE INDEX voices_language ON voices (language_id);
    INSERT INTO sqlite_sequence (name, seq) VALUES ('languages', 99999), ('providers', 99999), ('models', 99999), ('voices', 99999);
  `,
}
