import type { Migration } from '../migrate'

export const leadChanges: Migration = {
  id: 145,
  name: 'changes of many leads, and the leads by when they are due',
  up: `
    CREATE TABLE lead_changes (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      action TEXT NOT NULL CHECK (action IN ('retry', 'move', 'blacklist', 'delete')),
      status TEXT NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'cancelled', 'undoing', 'undone')),
      selection TEXT NOT NULL, -- which leads, as JSON; never queried
      campaign_id INTEGER, -- where leads are moved to
      reason TEXT, -- for the blacklist
      last_lead INTEGER NOT NULL, -- leads that are added later are not changed
      cursor INTEGER NOT NULL DEFAULT 0, -- the lead up to which it has come
      total INTEGER NOT NULL,
      done INTEGER NOT NULL DEFAULT 0,
      changed INTEGER NOT NULL DEFAULT 0,
      skipped TEXT NOT NULL DEFAULT '{}', -- how many by reason, as JSON
      created_at INTEGER NOT NULL,
      finished_at INTEGER,
      CHECK ((finished_at IS NULL) = (status IN ('running', 'undoing')))
    ) STRICT;
    CREATE INDEX lead_changes_running ON lead_changes (id) WHERE finished_at IS NULL;
    CREATE INDEX lead_changes_user ON lead_changes (user_id, id);
    CREATE INDEX lead_changes_finished ON lead_changes (finished_at) WHERE finished_at IS NOT NULL;
    CREATE TRIGGER lead_changes_moves BEFORE UPDATE OF status ON lead_changes
      WHEN OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status NOT IN (
        'running > done', 'running > cancelled', 'done > undoing', 'cancelled > undoing', 'undoing > undone')
      BEGIN SELECT RAISE(ABORT, 'not a transition of a change of leads'); END;

    -- What each changed lead was before, so that it can be taken back.
    CREATE TABLE lead_change_steps (
      change_id INTEGER NOT NULL REFERENCES lead_changes (id) ON DELETE CASCADE,
      lead_id INTEGER NOT NULL,
      before TEXT NOT NULL,
      PRIMARY KEY (change_id, lead_id)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX leads_due_user ON leads (user_id, due_at) WHERE status IN ('scheduled', 'rescheduled');
    CREATE INDEX leads_due_campaign ON leads (campaign_id, due_at) WHERE status IN ('scheduled', 'rescheduled');
  `,
}
