import type { Migration } from '../migrate'

export const deliveries: Migration = {
  id: 50,
  name: 'webhook deliveries: an outbox',
  up: `
    CREATE TABLE deliveries (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      webhook_id TEXT NOT NULL UNIQUE,
      user_id INTEGER NOT NULL REFERENCES users (id),
      event TEXT NOT NULL CHECK (event IN ('call.ended', 'conversation.ended', 'test')),
      call_id INTEGER REFERENCES calls (id) ON DELETE SET NULL,
      assistant_id INTEGER REFERENCES assistants (id) ON DELETE SET NULL,
      url TEXT NOT NULL,
      host TEXT NOT NULL, -- of the URL
      body TEXT NOT NULL,
      status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivering', 'delivered', 'dead')),
      tries INTEGER NOT NULL DEFAULT 0, -- since it was made or last redelivered by hand
      next_try_at INTEGER, -- wall time
      created_at INTEGER NOT NULL, -- desk time
      delivered_at INTEGER,
      CHECK ((next_try_at IS NOT NULL) = (status = 'pending'))
    ) STRICT;
    CREATE INDEX deliveries_due ON deliveries (next_try_at) WHERE status = 'pending';
    CREATE INDEX deliveries_on_their_way ON deliveries (id) WHERE status = 'delivering';
    CREATE INDEX deliveries_user ON deliveries (user_id);
    CREATE INDEX deliveries_user_status ON deliveries (user_id, status);
    CREATE INDEX deliveries_call ON deliveries (call_id) WHERE call_id IS NOT NULL;
    CREATE INDEX deliveries_assistant ON deliveries (assistant_id) WHERE assistant_id IS NOT NULL;
    CREATE TRIGGER deliveries_moves BEFORE UPDATE OF status ON deliveries
      WHEN OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status NOT IN (
        'pending > delivering', 'delivering > pending', 'delivering > delivered', 'delivering > dead',
        'delivered > pending', 'dead > pending')
      BEGIN SELECT RAISE(ABORT, 'not a transition of a delivery'); END;

    CREATE TABLE delivery_tries (
      delivery_id INTEGER NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      at INTEGER NOT NULL, -- wall time
      duration_ms INTEGER NOT NULL,
      status_code INTEGER,
      response_body TEXT,
      error TEXT,
      PRIMARY KEY (delivery_id, position)
    ) STRICT, WITHOUT ROWID;
  `,
}
