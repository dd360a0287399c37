import type { Migration } from '../migrate'

export const explainedLedger: Migration = {
  id: 152,
  name: 'the balance after each entry of the ledger, and the campaign that it was for',
  up: `
    ALTER TABLE ledger ADD COLUMN campaign_id INTEGER; -- kept when the campaign or the call is gone
    ALTER TABLE ledger ADD COLUMN balance INTEGER; -- of the user after this entry
    DROP TRIGGER ledger_is_final;
    UPDATE ledger SET campaign_id = (SELECT campaign_id FROM calls WHERE calls.id = call_id) WHERE call_id IS NOT NULL;
    UPDATE ledger SET balance = sums.balance
      FROM (SELECT id, sum(amount) OVER (PARTITION BY user_id ORDER BY id) AS balance FROM ledger) AS sums
      WHERE sums.id = ledger.id;
    DROP TRIGGER ledger_sums;
    CREATE TRIGGER ledger_sums AFTER INSERT ON ledger BEGIN
      UPDATE users SET balance = balance + NEW.amount WHERE id = NEW.user_id;
      UPDATE ledger SET balance = (SELECT balance FROM users WHERE id = NEW.user_id) WHERE id = NEW.id;
    END;
    -- The balance is written once, by the trigger above.
    CREATE TRIGGER ledger_is_final BEFORE UPDATE ON ledger WHEN OLD.balance IS NOT NULL
      BEGIN SELECT RAISE(ABORT, 'a ledger entry is final'); END;
    CREATE INDEX ledger_campaign ON ledger (campaign_id, created_at) WHERE campaign_id IS NOT NULL;
    CREATE INDEX ledger_number ON ledger (phone_number_id, created_at) WHERE phone_number_id IS NOT NULL;
  `,
}
