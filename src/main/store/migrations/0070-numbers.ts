import type { Migration } from '../migrate'

export const numbers: Migration = {
  id: 70,
  name: 'numbers: offers, subscriptions and their months, orders at the carrier, SIP trunks',
  up: `
    -- An extension of somebody's switchboard is no number of the world: many desks have a 101.
    DROP INDEX phone_numbers_number;
    CREATE INDEX phone_numbers_number ON phone_numbers (phone_number);
    CREATE UNIQUE INDEX phone_numbers_one_of_each ON phone_numbers (phone_number) WHERE phone_number GLOB '+*';
    CREATE INDEX phone_numbers_unpaid ON phone_numbers (user_id) WHERE status IN ('past_due', 'suspended');
    CREATE TRIGGER phone_numbers_moves BEFORE UPDATE OF status ON phone_numbers
      WHEN OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status NOT IN (
        'active > past_due', 'active > cancelling', 'past_due > active', 'past_due > suspended', 'suspended > active')
      BEGIN SELECT RAISE(ABORT, 'not a transition of a number'); END;

    -- What a search showed to whom: only that can be bought.
    CREATE TABLE number_offers (
      user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      phone_number TEXT NOT NULL,
      offer TEXT NOT NULL, -- as the carrier made it
      carrier TEXT NOT NULL,
      offered_at INTEGER NOT NULL,
      PRIMARY KEY (user_id, phone_number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX number_offers_age ON number_offers (offered_at);
    CREATE INDEX number_offers_number ON number_offers (phone_number);

    CREATE TABLE subscriptions (
      phone_number_id INTEGER PRIMARY KEY REFERENCES phone_numbers (id) ON DELETE CASCADE,
      price INTEGER NOT NULL, -- millionths of a USD a month
      price_id TEXT NOT NULL,
      bought_at INTEGER NOT NULL, -- its months are counted from here
      month INTEGER NOT NULL, -- the last one that is paid; the first is 0
      paid_until INTEGER NOT NULL,
      due_at INTEGER NOT NULL, -- when something is to be done
      tries INTEGER NOT NULL DEFAULT 0, -- daily ones while it is past due
      suspended_at INTEGER
    ) STRICT;
    CREATE INDEX subscriptions_due ON subscriptions (due_at);

    -- A month of a number is paid once, whatever happens in between; kept when the number is released.
    CREATE TABLE rentals (
      phone_number_id INTEGER NOT NULL,
      month INTEGER NOT NULL,
      starts_at INTEGER NOT NULL,
      ends_at INTEGER NOT NULL,
      amount INTEGER NOT NULL, -- millionths of a USD
      paid_at INTEGER NOT NULL,
      PRIMARY KEY (phone_number_id, month)
    ) STRICT, WITHOUT ROWID;

    -- An outbox: what the carrier is still to be asked to do with a number.
    CREATE TABLE number_orders (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      phone_number_id INTEGER NOT NULL, -- which may be gone
      phone_number TEXT NOT NULL,
      action TEXT NOT NULL CHECK (action IN ('order', 'release')),
      tries INTEGER NOT NULL DEFAULT 0,
      next_try_at INTEGER NOT NULL -- wall time
    ) STRICT;
    CREATE INDEX number_orders_due ON number_orders (next_try_at);
    CREATE INDEX number_orders_number ON number_orders (phone_number, id);

    CREATE TABLE sip_trunks (
      phone_number_id INTEGER PRIMARY KEY REFERENCES phone_numbers (id) ON DELETE CASCADE,
      settings TEXT NOT NULL, -- all but the number, the nickname and the password, as JSON; never queried
      password TEXT, -- sealed
      updated_at INTEGER NOT NULL
    ) STRICT;
  `,
}
