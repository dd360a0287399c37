import type { Migration } from '../migrate'

export const results: Migration = {
  id: 158,
  name: 'results by campaign, and calls by length, cost and goal',
  up: `
    -- How many calls of a campaign had which result, so that no list has to count.
    CREATE TABLE campaign_results (
      campaign_id INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
      result TEXT NOT NULL,
      verdict TEXT NOT NULL, -- empty: nobody judged
      n INTEGER NOT NULL,
      talked_ms INTEGER NOT NULL,
      cost INTEGER NOT NULL,
      PRIMARY KEY (campaign_id, result, verdict)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO campaign_results
      SELECT campaign_id, result, coalesce(verdict, ''), count(*), sum(talked_ms), sum(carrier_cost) FROM calls
      WHERE campaign_id IS NOT NULL AND result IS NOT NULL GROUP BY 1, 2, 3;
    CREATE TRIGGER campaign_results_add AFTER INSERT ON calls
      WHEN NEW.campaign_id IS NOT NULL AND NEW.result IS NOT NULL BEGIN
      INSERT INTO campaign_results
        VALUES (NEW.campaign_id, NEW.result, coalesce(NEW.verdict, ''), 1, NEW.talked_ms, NEW.carrier_cost)
        ON CONFLICT DO UPDATE SET n = n + 1, talked_ms = talked_ms + excluded.talked_ms, cost = cost + excluded.cost;
    END;
    CREATE TRIGGER campaign_results_change AFTER UPDATE OF result, verdict, talked_ms, carrier_cost ON calls
      WHEN NEW.campaign_id IS NOT NULL AND coalesce(OLD.result, NEW.result) IS NOT NULL BEGIN
      UPDATE campaign_results SET n = n - 1, talked_ms = talked_ms - OLD.talked_ms, cost = cost - OLD.carrier_cost
        WHERE campaign_id = OLD.campaign_id AND result = OLD.result AND verdict = coalesce(OLD.verdict, '');
      INSERT INTO campaign_results
        SELECT NEW.campaign_id, NEW.result, coalesce(NEW.verdict, ''), 1, NEW.talked_ms, NEW.carrier_cost
        WHERE NEW.result IS NOT NULL
        ON CONFLICT DO UPDATE SET n = n + 1, talked_ms = talked_ms + excluded.talked_ms, cost = cost + excluded.cost;
    END;
    CREATE TRIGGER campaign_results_drop AFTER DELETE ON calls
      WHEN OLD.campaign_id IS NOT NULL AND OLD.result IS NOT NULL BEGIN
      UPDATE campaign_results SET n = n - 1, talked_ms = talked_ms - OLD.talked_ms, cost = cost - OLD.carrier_cost
        WHERE campaign_id = OLD.campaign_id AND result = OLD.result AND verdict = coalesce(OLD.verdict, '');
    END;

    -- What totals need of a call, by any filter of the log. Written once, when a call is final.
    DROP INDEX calls_results;
    CREATE INDEX calls_results ON calls (user_id, created_at, result, verdict, do_not_call, talked_ms, carrier_cost,
        campaign_id, assistant_id, type, status)
      WHERE status NOT IN ('initiated', 'ringing', 'in-progress', 'ended');
    CREATE INDEX calls_length ON calls (user_id, talked_ms);
    CREATE INDEX calls_cost ON calls (user_id, carrier_cost);
  `,
}
