import type { Migration } from '../migrate'

export const haltedCampaigns: Migration = {
  id: 137,
  name: 'campaigns that a halt has stopped',
  up: `
    -- When a halt stopped it; null once it was started, or stopped by a person, and for any other campaign.
    ALTER TABLE campaigns ADD COLUMN halted_at INTEGER;
  `,
}
