import type { Migration } from '../migrate'

export const assistants: Migration = {
  id: 20,
  name: 'assistants and what they may be given: numbers, knowledge bases, tools',
  up: `
    CREATE TABLE phone_numbers (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      phone_number TEXT NOT NULL,
      country_code TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('normal', 'sip', 'caller_id')),
      status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'past_due', 'suspended', 'cancelling')),
      carrier TEXT NOT NULL,
      sms_capable INTEGER NOT NULL,
      region TEXT NOT NULL DEFAULT '',
      nickname TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX phone_numbers_number ON phone_numbers (phone_number);
    CREATE INDEX phone_numbers_user ON phone_numbers (user_id);

    CREATE TABLE knowledgebases (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      name TEXT NOT NULL,
      description TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX knowledgebases_user ON knowledgebases (user_id);

    CREATE TABLE tools (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      name TEXT NOT NULL,
      description TEXT NOT NULL,
      endpoint TEXT NOT NULL,
      method TEXT NOT NULL CHECK (method IN ('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
      timeout INTEGER NOT NULL, -- seconds
      headers TEXT NOT NULL, -- sealed: values may be secrets
      schema TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tools_user ON tools (user_id);

    CREATE TABLE assistants (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      uuid TEXT NOT NULL UNIQUE,
      user_id INTEGER NOT NULL REFERENCES users (id),
      name TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('inbound', 'outbound')),
      mode TEXT NOT NULL CHECK (mode IN ('pipeline', 'multimodal', 'dualplex')),
      status TEXT NOT NULL DEFAULT 'inactive' CHECK (status IN ('inactive', 'active')),
      phone_number_id INTEGER REFERENCES phone_numbers (id) ON DELETE SET NULL,
      knowledgebase_id INTEGER REFERENCES knowledgebases (id) ON DELETE SET NULL,
      settings TEXT NOT NULL, -- every other field, as JSON; never queried
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX assistants_user ON assistants (user_id);
    CREATE INDEX assistants_knowledgebase ON assistants (knowledgebase_id) WHERE knowledgebase_id IS NOT NULL;
    CREATE INDEX assistants_number ON assistants (phone_number_id) WHERE phone_number_id IS NOT NULL;
    -- One inbound assistant answers on a number.
    CREATE UNIQUE INDEX assistants_inbound_number ON assistants (phone_number_id)
      WHERE type = 'inbound' AND phone_number_id IS NOT NULL;

    CREATE TABLE assistant_tools (
      assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      tool_id INTEGER NOT NULL REFERENCES tools (id) ON DELETE CASCADE,
      PRIMARY KEY (assistant_id, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX assistant_tools_tool ON assistant_tools (tool_id);
  `,
}
