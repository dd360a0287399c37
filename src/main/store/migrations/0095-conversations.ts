import type { Migration } from '../migrate'

export const conversations: Migration = {
  id: 95,
  name: 'conversations in writing',
  up: `
    CREATE TABLE conversations (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      uuid TEXT NOT NULL UNIQUE,
      user_id INTEGER NOT NULL REFERENCES users (id),
      assistant_id INTEGER REFERENCES assistants (id) ON DELETE SET NULL,
      assistant_uuid TEXT NOT NULL,
      assistant_name TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('widget', 'test', 'api', 'sms')),
      status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'ended')),
      customer TEXT, -- a number, or what a program calls them
      own_number TEXT, -- that an SMS conversation is held on
      variables TEXT NOT NULL,
      ai_disabled INTEGER NOT NULL DEFAULT 0,
      messages INTEGER NOT NULL DEFAULT 0,
      customer_messages INTEGER NOT NULL DEFAULT 0,
      last_message TEXT,
      spoken_by TEXT,
      ends_at INTEGER, -- desk time: when it ends of inactivity, if nobody writes
      ended_at INTEGER,
      told INTEGER NOT NULL DEFAULT 0, -- how often its end was told
      reply_tries INTEGER, -- set while a message by SMS waits for its answer: how often that was tried
      tell_tries INTEGER, -- set while its end is to be told: how often it was tried to evaluate it
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL, -- of the last message
      CHECK ((ended_at IS NOT NULL) = (status = 'ended')),
      CHECK (ends_at IS NULL OR status = 'active')
    ) STRICT;
    CREATE INDEX conversations_user ON conversations (user_id, updated_at, id);
    CREATE INDEX conversations_assistant ON conversations (assistant_id) WHERE assistant_id IS NOT NULL;
    CREATE INDEX conversations_ending ON conversations (ends_at) WHERE ends_at IS NOT NULL;
    CREATE INDEX conversations_kept ON conversations (updated_at) WHERE last_message IS NOT NULL;
    CREATE INDEX conversations_to_answer ON conversations (id) WHERE reply_tries IS NOT NULL;
    CREATE INDEX conversations_to_tell ON conversations (id) WHERE tell_tries IS NOT NULL;
    CREATE INDEX conversations_customer ON conversations (user_id, customer) WHERE customer IS NOT NULL;
    -- One conversation for each customer of an assistant.
    CREATE UNIQUE INDEX conversations_one ON conversations (assistant_id, type, customer)
      WHERE customer IS NOT NULL AND assistant_id IS NOT NULL;

    CREATE TABLE conversation_messages (
      conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'operator')),
      content TEXT NOT NULL,
      function_calls TEXT NOT NULL DEFAULT '[]',
      created_at INTEGER NOT NULL,
      PRIMARY KEY (conversation_id, position)
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE deliveries ADD COLUMN conversation_id INTEGER REFERENCES conversations (id) ON DELETE SET NULL;
    CREATE INDEX deliveries_conversation ON deliveries (conversation_id) WHERE conversation_id IS NOT NULL;
  `,
}
