import type { Migration } from '../migrate'

export const fewerIndexes: Migration = {
  id: 133,
  name: 'without the indexes that no query uses; each change of a call wrote them',
  up: `
    DROP INDEX calls_asked;
    DROP INDEX calls_assistant_status;
  `,
}
