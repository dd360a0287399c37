import type { Migration } from '../migrate'

export const deliveryHeaders: Migration = {
  id: 154,
  name: 'what was sent and answered at each try of a webhook, with its headers',
  up: `
    -- Null for tries of before.
    ALTER TABLE delivery_tries ADD COLUMN url TEXT;
    ALTER TABLE delivery_tries ADD COLUMN request_headers TEXT; -- an object
    ALTER TABLE delivery_tries ADD COLUMN response_headers TEXT; -- an object; null too when no answer came

    CREATE INDEX deliveries_host ON deliveries (user_id, host, status);
  `,
}
