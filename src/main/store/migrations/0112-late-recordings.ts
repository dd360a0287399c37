import type { Migration } from '../migrate'

export const lateRecordings: Migration = {
  id: 112,
  name: 'recordings that are complete only after their call has ended',
  up: `
    ALTER TABLE calls ADD COLUMN recording_until INTEGER; -- while ended: its recording is waited for until then, wall time
  `,
}
