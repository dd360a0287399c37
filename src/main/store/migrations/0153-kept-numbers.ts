import type { Migration } from '../migrate'

export const keptNumbers: Migration = {
  id: 153,
  name: 'a number that is being released can be kept',
  up: `
    DROP TRIGGER phone_numbers_moves;
    CREATE TRIGGER phone_numbers_moves BEFORE UPDATE OF status ON phone_numbers
      WHEN OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status NOT IN (
        'active > past_due', 'active > cancelling', 'past_due > active', 'past_due > suspended', 'suspended > active',
        'cancelling > active')
      BEGIN SELECT RAISE(ABORT, 'not a transition of a number'); END;
  `,
}
