import type { Migration } from '../migrate'

export const callsMore: Migration = {
  id: 110,
  name: 'more of what happened in a call and a campaign',
  up: `
    -- The assistant has said more than its greeting. Calls of before are taken as answered, so that none is called again.
    ALTER TABLE calls ADD COLUMN replied INTEGER NOT NULL DEFAULT 0;
    UPDATE calls SET replied = 1 WHERE answered_at IS NOT NULL;
    ALTER TABLE calls ADD COLUMN transferred_to TEXT; -- the number to which the assistant has put the caller through
    ALTER TABLE calls ADD COLUMN minute_price INTEGER; -- millionths of a USD, fixed when it begins; null in calls of before
    -- Since its start, most of its last leads had numbers that do not exist.
    ALTER TABLE campaigns ADD COLUMN list_doubtful INTEGER NOT NULL DEFAULT 0;
  `,
}
