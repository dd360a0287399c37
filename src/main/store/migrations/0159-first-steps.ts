import type { Migration } from '../migrate'

export const firstSteps: Migration = {
  id: 159,
  name: 'the first steps of a user on a new desk',
  up: `
    -- What cannot be told from the records. Whether a step is done can.
    CREATE TABLE first_steps (
      user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      put_away INTEGER NOT NULL DEFAULT 0,
      put_off TEXT NOT NULL DEFAULT '[]', -- the codes of steps, as JSON
      finished INTEGER NOT NULL DEFAULT 0 -- a campaign has run, which may be deleted or started again since
    ) STRICT;
    INSERT INTO first_steps (user_id, finished)
      SELECT DISTINCT user_id, 1 FROM campaigns JOIN campaign_results ON campaign_id = campaigns.id;
    CREATE TRIGGER first_steps_finish AFTER UPDATE OF status ON campaigns
      WHEN NEW.halted_at IS NULL AND OLD.status = 'in-progress' AND NEW.status IN ('completed', 'stopped')
        AND EXISTS (SELECT 1 FROM campaign_results WHERE campaign_id = NEW.id)
        AND NOT EXISTS (SELECT 1 FROM sample_records
          WHERE user_id = NEW.user_id AND kind = 'campaign' AND record_id = NEW.id) BEGIN
      INSERT INTO first_steps (user_id, finished) VALUES (NEW.user_id, 1) ON CONFLICT DO UPDATE SET finished = 1;
    END;
  `,
}
