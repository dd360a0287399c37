import type { Migration } from '../migrate'

export const leadPromises: Migration = {
  id: 60,
  name: 'indexes for what is promised to leads, and for what was cut off',
  up: `
    CREATE INDEX leads_promised ON leads (campaign_id, callback_at)
      WHERE callback_at IS NOT NULL AND status IN ('created', 'scheduled', 'rescheduled');
    CREATE INDEX leads_promised_user ON leads (user_id, callback_at)
      WHERE callback_at IS NOT NULL AND status IN ('created', 'scheduled', 'rescheduled');
    CREATE INDEX leads_cut_off ON leads (user_id, updated_at) WHERE cut_off = 1;
  `,
}
