import type { Migration } from '../migrate'

export const unread: Migration = {
  id: 150,
  name: 'what the operator has read, and SMS by the number of the person',
  up: `
    ALTER TABLE conversations ADD COLUMN read_to INTEGER NOT NULL DEFAULT 0; -- the position of the first message not read yet
    ALTER TABLE conversations ADD COLUMN unread INTEGER NOT NULL DEFAULT 0; -- messages of the customer from there on
    -- What was written before this was kept is not called new.
    UPDATE conversations SET read_to = coalesce(
      (SELECT max(position) + 1 FROM conversation_messages WHERE conversation_id = conversations.id), 0);
    CREATE INDEX conversations_unread ON conversations (user_id) WHERE unread > 0;

    CREATE INDEX sms_customer ON sms (user_id, customer, created_at);
    CREATE TABLE sms_threads (
      user_id INTEGER NOT NULL REFERENCES users (id),
      customer TEXT NOT NULL, -- the number of the person, or the name that a sender has instead
      last_id INTEGER NOT NULL, -- the newest SMS
      unread INTEGER NOT NULL DEFAULT 0, -- SMS from them that were not read yet
      PRIMARY KEY (user_id, customer)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX sms_threads_last ON sms_threads (user_id, last_id);
    CREATE INDEX sms_threads_unread ON sms_threads (user_id) WHERE unread > 0;
    INSERT INTO sms_threads (user_id, customer, last_id) SELECT user_id, customer, max(id) FROM sms GROUP BY user_id, customer;
  `,
}
