import type { Migration } from '../migrate'

export const plannedStarts: Migration = {
  id: 157,
  name: 'campaigns that start by themselves at a time',
  up: `
    -- When it is started by itself; null once it was started or stopped, and for any other campaign.
    ALTER TABLE campaigns ADD COLUMN start_at INTEGER;
    CREATE INDEX campaigns_start ON campaigns (start_at) WHERE start_at IS NOT NULL;
  `,
}
