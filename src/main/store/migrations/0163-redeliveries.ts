import type { Migration } from '../migrate'

export const redeliveries: Migration = {
  id: 163,
  name: 'sending many webhooks again, and the earlier prompts of assistants',
  up: `
    CREATE TABLE redeliveries (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      status TEXT NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'cancelled', 'done')),
      selection TEXT NOT NULL, -- which deliveries, as JSON; never queried
      last_delivery INTEGER NOT NULL, -- deliveries that are made later are not sent by it
      cursor INTEGER NOT NULL DEFAULT 0, -- the delivery up to which it has come
      total INTEGER NOT NULL,
      accepted INTEGER NOT NULL DEFAULT 0,
      failed INTEGER NOT NULL DEFAULT 0,
      skipped TEXT NOT NULL DEFAULT '{}', -- how many by reason, as JSON
      created_at INTEGER NOT NULL, -- desk time
      finished_at INTEGER, -- null also while the last ones of a cancelled one are on their way
      CHECK (status <> 'running' OR finished_at IS NULL),
      CHECK (status <> 'done' OR finished_at IS NOT NULL)
    ) STRICT;
    CREATE INDEX redeliveries_running ON redeliveries (user_id) WHERE finished_at IS NULL;
    CREATE INDEX redeliveries_user ON redeliveries (user_id, id);
    CREATE TRIGGER redeliveries_moves BEFORE UPDATE OF status ON redeliveries
      WHEN OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status NOT IN (
        'running > done', 'running > cancelled')
      BEGIN SELECT RAISE(ABORT, 'not a transition of sending many webhooks again'); END;

    -- By which of them it was made due, until it was tried.
    ALTER TABLE deliveries ADD COLUMN redelivery_id INTEGER;
    CREATE INDEX deliveries_redelivery ON deliveries (redelivery_id) WHERE redelivery_id IS NOT NULL;

    CREATE TABLE earlier_prompts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
      prompt TEXT NOT NULL,
      replaced_at INTEGER NOT NULL -- desk time
    ) STRICT;
    CREATE INDEX earlier_prompts_assistant ON earlier_prompts (assistant_id, id);
  `,
}
