import type { Migration } from '../migrate'

export const calls: Migration = {
  id: 40,
  name: 'calls and what was said in them',
  up: `
    CREATE TABLE calls (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      leg_id TEXT NOT NULL UNIQUE, -- what the carrier knows it by
      user_id INTEGER NOT NULL REFERENCES users (id),
      type TEXT NOT NULL CHECK (type IN ('inbound', 'outbound', 'web')),
      status TEXT NOT NULL DEFAULT 'initiated' CHECK (status IN ('initiated', 'ringing', 'in-progress', 'ended',
        'completed', 'busy', 'no-answer', 'failed', 'ended_by_customer', 'ended_by_assistant')),
      assistant_id INTEGER REFERENCES assistants (id) ON DELETE SET NULL,
      assistant_name TEXT NOT NULL,
      campaign_id INTEGER REFERENCES campaigns (id) ON DELETE SET NULL,
      campaign_name TEXT,
      lead_id INTEGER REFERENCES leads (id) ON DELETE SET NULL,
      attempt_id INTEGER REFERENCES attempts (id) ON DELETE SET NULL,
      contact INTEGER NOT NULL DEFAULT 0, -- 0 is the lead's primary number, then its contacts
      carrier TEXT NOT NULL,
      assistant_phone_number TEXT,
      client_phone_number TEXT NOT NULL,
      variables TEXT NOT NULL,
      allowed_because TEXT NOT NULL DEFAULT '[]',
      warnings TEXT NOT NULL DEFAULT '[]',
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      ask_at INTEGER, -- a single call that waits for a line: asked again then
      give_up_at INTEGER, -- and given up then
      line_misses INTEGER NOT NULL DEFAULT 0,
      asked_at INTEGER, -- the carrier was asked
      deadline_at INTEGER, -- not heard of until then: settled without a report
      answered_at INTEGER,
      ended_at INTEGER,
      talked_ms INTEGER NOT NULL DEFAULT 0,
      answered_by TEXT CHECK (answered_by IN ('human', 'machine', 'unknown')),
      hang_up_reason TEXT, -- why we want it ended
      result TEXT CHECK (result IN ('goal', 'talked', 'voicemail', 'no_answer', 'busy', 'failed')), -- once final
      final_status TEXT, -- while ended: what it will be when it is evaluated
      end_reason TEXT,
      spoken_by TEXT,
      evaluation TEXT NOT NULL DEFAULT '[]',
      evaluation_tries INTEGER NOT NULL DEFAULT 0,
      carrier_cost INTEGER NOT NULL DEFAULT 0, -- millionths of a USD
      cost_items TEXT NOT NULL DEFAULT '[]',
      recording TEXT, -- file name in recordings/
      callback_at INTEGER, -- promised in the conversation
      do_not_call INTEGER NOT NULL DEFAULT 0, -- asked for in the conversation
      webhook_response TEXT,
      CHECK ((final_status IS NOT NULL) >= (status = 'ended')),
      CHECK ((asked_at IS NOT NULL) >= (status IN ('ringing', 'in-progress', 'ended')))
    ) STRICT;
    -- Lists are in the order of created_at and id; each serves a filter and its count by itself.
    CREATE INDEX calls_user ON calls (user_id, created_at);
    CREATE INDEX calls_user_status ON calls (user_id, status, created_at);
    CREATE INDEX calls_campaign ON calls (campaign_id, created_at) WHERE campaign_id IS NOT NULL;
    CREATE INDEX calls_campaign_status ON calls (campaign_id, status, created_at) WHERE campaign_id IS NOT NULL;
    CREATE INDEX calls_assistant ON calls (assistant_id, created_at) WHERE assistant_id IS NOT NULL;
    CREATE INDEX calls_assistant_status ON calls (assistant_id, status, created_at) WHERE assistant_id IS NOT NULL;
    CREATE INDEX calls_results ON calls (user_id, created_at, result, talked_ms, carrier_cost) WHERE result IS NOT NULL;
    CREATE INDEX calls_lead ON calls (lead_id) WHERE lead_id IS NOT NULL;
    CREATE INDEX calls_attempt ON calls (attempt_id) WHERE attempt_id IS NOT NULL;
    CREATE INDEX calls_number ON calls (client_phone_number, created_at);
    CREATE INDEX calls_asked ON calls (asked_at) WHERE asked_at IS NOT NULL;
    -- What is in use is counted here, beside which there is no counter that could leak.
    CREATE INDEX calls_open ON calls (status, campaign_id) WHERE status IN ('initiated', 'ringing', 'in-progress', 'ended');
    -- Nobody is called twice at once for one lead.
    CREATE UNIQUE INDEX calls_one_open ON calls (lead_id)
      WHERE lead_id IS NOT NULL AND status IN ('initiated', 'ringing', 'in-progress', 'ended');
    CREATE TRIGGER calls_moves BEFORE UPDATE OF status ON calls
      WHEN OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status NOT IN (
        'initiated > ringing', 'initiated > in-progress', 'initiated > busy', 'initiated > no-answer',
        'initiated > failed', 'initiated > ended_by_assistant',
        'ringing > in-progress', 'ringing > busy', 'ringing > no-answer', 'ringing > failed', 'ringing > ended_by_assistant',
        'in-progress > ended',
        'ended > completed', 'ended > ended_by_customer', 'ended > ended_by_assistant', 'ended > failed')
      BEGIN SELECT RAISE(ABORT, 'not a transition of a call'); END;

    -- What the assistant was when the call began, with variables filled in. Apart, so that calls stay narrow.
    CREATE TABLE call_briefs (
      call_id INTEGER PRIMARY KEY REFERENCES calls (id) ON DELETE CASCADE,
      brief TEXT NOT NULL
    ) STRICT;

    CREATE TABLE call_counts (
      user_id INTEGER NOT NULL,
      type TEXT NOT NULL,
      status TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (user_id, type, status)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER calls_counted AFTER INSERT ON calls BEGIN
      INSERT INTO call_counts (user_id, type, status, n) VALUES (NEW.user_id, NEW.type, NEW.status, 1) ON CONFLICT DO UPDATE SET n = n + 1;
    END;
    CREATE TRIGGER calls_recounted AFTER UPDATE OF status ON calls WHEN OLD.status <> NEW.status BEGIN
      UPDATE call_counts SET n = n - 1 WHERE user_id = OLD.user_id AND type = OLD.type AND status = OLD.status;
      INSERT INTO call_counts (user_id, type, status, n) VALUES (NEW.user_id, NEW.type, NEW.status, 1) ON CONFLICT DO UPDATE SET n = n + 1;
    END;
    CREATE TRIGGER calls_uncounted AFTER DELETE ON calls BEGIN
      UPDATE call_counts SET n = n - 1 WHERE user_id = OLD.user_id AND type = OLD.type AND status = OLD.status;
    END;

    CREATE VIRTUAL TABLE call_numbers USING fts5 (client_phone_number, content = 'calls', content_rowid = 'id',
      tokenize = 'trigram', detail = 'full', columnsize = 0);
    CREATE TRIGGER call_numbers_add AFTER INSERT ON calls BEGIN
      INSERT INTO call_numbers (rowid, client_phone_number) VALUES (NEW.id, NEW.client_phone_number);
    END;
    CREATE TRIGGER call_numbers_drop AFTER DELETE ON calls BEGIN
      INSERT INTO call_numbers (call_numbers, rowid, client_phone_number) VALUES ('delete', OLD.id, OLD.client_phone_number);
    END;

    CREATE TABLE call_items (
      call_id INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      item TEXT NOT NULL,
      PRIMARY KEY (call_id, position)
    ) STRICT, WITHOUT ROWID;

    -- How often the simulated carrier was asked for a number: the fates that count, count from here.
    CREATE TABLE simulator_dials (phone_number TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
}
