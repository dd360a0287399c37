import type { Migration } from '../migrate'

export const samples: Migration = {
  id: 156,
  name: 'which records are sample data',
  up: `
    CREATE TABLE sample_records (
      user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('campaign', 'lead', 'assistant', 'number', 'knowledgebase', 'document')),
      record_id INTEGER NOT NULL,
      print TEXT NOT NULL, -- what it was when it was loaded: a record that a person has changed since is theirs
      PRIMARY KEY (user_id, kind, record_id)
    ) STRICT, WITHOUT ROWID;
  `,
}
