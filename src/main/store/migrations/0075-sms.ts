import type { Migration } from '../migrate'

export const sms: Migration = {
  id: 75,
  name: 'SMS',
  up: `
    CREATE TABLE sms (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      message_id TEXT NOT NULL UNIQUE, -- what the carrier is told: asked twice, it sends once; of what came in, its own
      user_id INTEGER NOT NULL REFERENCES users (id),
      phone_number_id INTEGER NOT NULL, -- ours; kept when the number is released
      carrier TEXT NOT NULL,
      from_number TEXT NOT NULL,
      to_number TEXT NOT NULL,
      body TEXT NOT NULL,
      segments INTEGER NOT NULL,
      segment_price INTEGER NOT NULL, -- millionths of a USD
      total_cost INTEGER NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('queued', 'sent', 'delivered', 'failed', 'received')),
      sid TEXT NOT NULL, -- the carrier's name for it; ours until it has one
      error TEXT,
      tries INTEGER NOT NULL DEFAULT 0,
      next_try_at INTEGER, -- wall time
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      CHECK ((next_try_at IS NOT NULL) = (status = 'queued'))
    ) STRICT;
    -- Lists are in the order of created_at and id; each serves a filter and its count by itself.
    CREATE INDEX sms_user ON sms (user_id, created_at);
    CREATE INDEX sms_user_status ON sms (user_id, status, created_at);
    CREATE INDEX sms_to ON sms (user_id, to_number, created_at);
    CREATE INDEX sms_from ON sms (user_id, from_number, created_at);
    CREATE INDEX sms_number ON sms (user_id, phone_number_id, created_at);
    CREATE INDEX sms_queued ON sms (next_try_at) WHERE status = 'queued';
    CREATE TRIGGER sms_moves BEFORE UPDATE OF status ON sms
      WHEN OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status NOT IN (
        'queued > sent', 'queued > delivered', 'queued > failed', 'sent > delivered', 'sent > failed')
      BEGIN SELECT RAISE(ABORT, 'not a transition of an SMS'); END;

    CREATE TABLE sms_counts (
      user_id INTEGER NOT NULL,
      status TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (user_id, status)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER sms_counted AFTER INSERT ON sms BEGIN
      INSERT INTO sms_counts (user_id, status, n) VALUES (NEW.user_id, NEW.status, 1) ON CONFLICT DO UPDATE SET n = n + 1;
    END;
    CREATE TRIGGER sms_recounted AFTER UPDATE OF status ON sms WHEN OLD.status <> NEW.status BEGIN
      UPDATE sms_counts SET n = n - 1 WHERE user_id = OLD.user_id AND status = OLD.status;
      INSERT INTO sms_counts (user_id, status, n) VALUES (NEW.user_id, NEW.status, 1) ON CONFLICT DO UPDATE SET n = n + 1;
    END;
    CREATE TRIGGER sms_uncounted AFTER DELETE ON sms BEGIN
      UPDATE sms_counts SET n = n - 1 WHERE user_id = OLD.user_id AND status = OLD.status;
    END;
  `,
}
