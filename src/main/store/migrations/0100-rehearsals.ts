import type { Migration } from '../migrate'

export const rehearsals: Migration = {
  id: 100,
  name: 'rehearsals of campaigns',
  up: `
    CREATE TABLE rehearsals (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      campaign_id INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
      status TEXT NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'failed', 'cancelled')),
      settings TEXT NOT NULL, -- what is rehearsed, as JSON; never queried
      changes TEXT NOT NULL, -- what of it is not the campaign's own
      start_at INTEGER, -- null: from when it is begun
      done INTEGER NOT NULL DEFAULT 0, -- leads over all runs
      expected INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      forecast TEXT,
      error TEXT,
      created_at INTEGER NOT NULL,
      finished_at INTEGER,
      CHECK ((finished_at IS NULL) = (status = 'running')),
      CHECK ((forecast IS NOT NULL) = (status = 'done')),
      CHECK ((error IS NOT NULL) = (status = 'failed'))
    ) STRICT;
    CREATE INDEX rehearsals_running ON rehearsals (id) WHERE status = 'running';
    CREATE INDEX rehearsals_finished ON rehearsals (finished_at) WHERE finished_at IS NOT NULL;
    CREATE INDEX rehearsals_user ON rehearsals (user_id, finished_at);
    CREATE INDEX rehearsals_campaign ON rehearsals (campaign_id);
    CREATE TRIGGER rehearsals_moves BEFORE UPDATE OF status ON rehearsals
      WHEN OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status NOT IN (
        'running > done', 'running > failed', 'running > cancelled')
      BEGIN SELECT RAISE(ABORT, 'not a transition of a rehearsal'); END;
  `,
}
