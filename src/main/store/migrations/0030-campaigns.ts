import type { Migration } from '../migrate'

// The transitions of a status are also tables in core, which the code uses. The triggers enforce them for every other
// program that writes. A test compares both for every pair.
export const campaigns: Migration = {
  id: 30,
  name: 'campaigns, leads, contacts, attempts, blacklist',
  up: `
    CREATE TABLE campaigns (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      name TEXT NOT NULL,
      status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'in-progress', 'stopped', 'completed')),
      assistant_id INTEGER REFERENCES assistants (id) ON DELETE SET NULL,
      settings TEXT NOT NULL, -- the schedule and the rules, as JSON; never queried
      started_at INTEGER,
      last_call INTEGER NOT NULL DEFAULT 0, -- the id of the call that it dialed last: whose turn it is
      stopped_because TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX campaigns_user ON campaigns (user_id);
    CREATE INDEX campaigns_status ON campaigns (status);
    CREATE INDEX campaigns_assistant ON campaigns (assistant_id) WHERE assistant_id IS NOT NULL;
    CREATE TRIGGER campaigns_moves BEFORE UPDATE OF status ON campaigns
      WHEN OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status NOT IN (
        'draft > in-progress', 'stopped > in-progress', 'completed > in-progress',
        'draft > stopped', 'in-progress > stopped', 'completed > stopped', 'in-progress > completed')
      BEGIN SELECT RAISE(ABORT, 'not a transition of a campaign'); END;

    CREATE TABLE leads (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      campaign_id INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES users (id),
      phone_number TEXT NOT NULL,
      time_zone TEXT, -- of the number; null where its data does not say
      variables TEXT NOT NULL,
      status TEXT NOT NULL DEFAULT 'created' CHECK (status IN
        ('created', 'scheduled', 'processing', 'completed', 'rescheduled', 'reached-max-retries', 'blacklisted')),
      attempts INTEGER NOT NULL DEFAULT 0, -- that have ended
      next_contact INTEGER NOT NULL DEFAULT 0, -- 0 is the primary number, then the contacts in order
      rank INTEGER NOT NULL DEFAULT 1, -- 0: a promised callback, which goes first
      due_at INTEGER,
      callback_at INTEGER,
      line_misses INTEGER NOT NULL DEFAULT 0, -- dials in a row for which the carrier had no line
      cut_off INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      CHECK ((due_at IS NOT NULL) = (status IN ('scheduled', 'rescheduled')))
    ) STRICT;
    -- Lists are in the order of created_at and id; each serves a filter and its count by itself.
    CREATE INDEX leads_user ON leads (user_id, created_at);
    CREATE INDEX leads_user_status ON leads (user_id, status, created_at);
    CREATE INDEX leads_campaign ON leads (campaign_id, created_at);
    CREATE INDEX leads_campaign_status ON leads (campaign_id, status, created_at);
    CREATE INDEX leads_number ON leads (user_id, phone_number);
    CREATE INDEX leads_waiting_zone ON leads (campaign_id, time_zone) WHERE status = 'created';
    CREATE INDEX leads_due ON leads (campaign_id, rank, due_at) WHERE status IN ('scheduled', 'rescheduled');
    CREATE TRIGGER leads_moves BEFORE UPDATE OF status ON leads
      WHEN OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status NOT IN (
        'created > scheduled', 'created > blacklisted', 'created > completed', 'created > reached-max-retries',
        'scheduled > processing', 'scheduled > created', 'scheduled > blacklisted', 'scheduled > completed',
        'scheduled > reached-max-retries',
        'rescheduled > processing', 'rescheduled > created', 'rescheduled > blacklisted', 'rescheduled > completed',
        'rescheduled > reached-max-retries',
        'processing > scheduled', 'processing > rescheduled', 'processing > completed', 'processing > reached-max-retries',
        'completed > created', 'reached-max-retries > created', 'blacklisted > created')
      BEGIN SELECT RAISE(ABORT, 'not a transition of a lead'); END;

    -- How many leads of a campaign are in which state, so that no list has to count.
    CREATE TABLE lead_counts (
      campaign_id INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
      status TEXT NOT NULL,
      user_id INTEGER NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (campaign_id, status)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX lead_counts_user ON lead_counts (user_id, status, n);
    CREATE TRIGGER leads_counted AFTER INSERT ON leads BEGIN
      INSERT INTO lead_counts (campaign_id, status, user_id, n) VALUES (NEW.campaign_id, NEW.status, NEW.user_id, 1)
        ON CONFLICT DO UPDATE SET n = n + 1;
    END;
    CREATE TRIGGER leads_recounted AFTER UPDATE OF status, campaign_id ON leads
      WHEN OLD.status <> NEW.status OR OLD.campaign_id <> NEW.campaign_id BEGIN
      UPDATE lead_counts SET n = n - 1 WHERE campaign_id = OLD.campaign_id AND status = OLD.status;
      INSERT INTO lead_counts (campaign_id, status, user_id, n) VALUES (NEW.campaign_id, NEW.status, NEW.user_id, 1)
        ON CONFLICT DO UPDATE SET n = n + 1;
    END;
    CREATE TRIGGER leads_uncounted AFTER DELETE ON leads BEGIN
      UPDATE lead_counts SET n = n - 1 WHERE campaign_id = OLD.campaign_id AND status = OLD.status;
    END;

    -- Partial numbers.
    CREATE VIRTUAL TABLE lead_numbers USING fts5 (phone_number, content = 'leads', content_rowid = 'id',
      tokenize = 'trigram', detail = 'full', columnsize = 0);
    CREATE TRIGGER lead_numbers_add AFTER INSERT ON leads BEGIN
      INSERT INTO lead_numbers (rowid, phone_number) VALUES (NEW.id, NEW.phone_number);
    END;
    CREATE TRIGGER lead_numbers_move AFTER UPDATE OF phone_number ON leads WHEN OLD.phone_number <> NEW.phone_number BEGIN
      INSERT INTO lead_numbers (lead_numbers, rowid, phone_number) VALUES ('delete', OLD.id, OLD.phone_number);
      INSERT INTO lead_numbers (rowid, phone_number) VALUES (NEW.id, NEW.phone_number);
    END;
    CREATE TRIGGER lead_numbers_drop AFTER DELETE ON leads BEGIN
      INSERT INTO lead_numbers (lead_numbers, rowid, phone_number) VALUES ('delete', OLD.id, OLD.phone_number);
    END;

    CREATE TABLE contacts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      lead_id INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
      position INTEGER NOT NULL CHECK (position >= 1),
      phone_number TEXT NOT NULL,
      variables TEXT NOT NULL,
      status TEXT NOT NULL DEFAULT 'created' CHECK (status IN ('created', 'called', 'answered', 'skipped')),
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      UNIQUE (lead_id, position)
    ) STRICT;

    -- An attempt is one try at a lead: the primary number, then its contacts, until somebody is reached.
    -- A lead has at most one open attempt: dialing it twice is an error of the database, not a race to think about.
    CREATE TABLE attempts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      lead_id INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
      started_at INTEGER NOT NULL,
      ended_at INTEGER,
      outcome TEXT CHECK (outcome IN ('talked', 'goal_missed', 'voicemail', 'busy', 'no_answer', 'failed', 'interrupted', 'given_up')),
      CHECK ((ended_at IS NULL) = (outcome IS NULL))
    ) STRICT;
    CREATE INDEX attempts_lead ON attempts (lead_id);
    CREATE UNIQUE INDEX attempts_one_open ON attempts (lead_id) WHERE ended_at IS NULL;

    CREATE TABLE blacklist (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      phone_number TEXT NOT NULL,
      reason TEXT NOT NULL,
      source TEXT NOT NULL CHECK (source IN ('operator', 'call', 'sms', 'import')),
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      UNIQUE (user_id, phone_number)
    ) STRICT;
  `,
}
