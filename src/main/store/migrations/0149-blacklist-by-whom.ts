import type { Migration } from '../migrate'

export const blacklistByWhom: Migration = {
  id: 149,
  name: 'in which call, by which SMS or with which API key a number came onto the blacklist',
  up: `
    ALTER TABLE blacklist ADD COLUMN call_id INTEGER REFERENCES calls (id) ON DELETE SET NULL;
    ALTER TABLE blacklist ADD COLUMN sms_id INTEGER REFERENCES sms (id) ON DELETE SET NULL;
    ALTER TABLE blacklist ADD COLUMN api_key TEXT; -- its name
    CREATE INDEX blacklist_call ON blacklist (call_id) WHERE call_id IS NOT NULL;
    CREATE INDEX blacklist_sms ON blacklist (sms_id) WHERE sms_id IS NOT NULL;
  `,
}
