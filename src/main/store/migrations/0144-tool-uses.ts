import type { Migration } from '../migrate'

export const toolUses: Migration = {
  id: 144,
  name: 'how it went when an assistant last used a tool',
  up: `
    ALTER TABLE tools ADD COLUMN last_used_at INTEGER;
    ALTER TABLE tools ADD COLUMN last_ok INTEGER; -- whether the endpoint answered with 2xx
    ALTER TABLE tools ADD COLUMN last_status INTEGER; -- of the answer; NULL when none came
  `,
}
