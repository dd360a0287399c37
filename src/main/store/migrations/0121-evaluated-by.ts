import type { Migration } from '../migrate'

export const evaluatedBy: Migration = {
  id: 121,
  name: 'who judged a call',
  up: `
    ALTER TABLE calls ADD COLUMN evaluated_by TEXT; -- the model that judged, or scripted; null: nothing was judged
    ALTER TABLE calls ADD COLUMN verdict TEXT CHECK (verdict IN ('goal', 'no_goal', 'guessed_goal', 'guessed_no_goal'));
    -- Without a model for evaluations, the calls of before were judged by the built-in rules.
    UPDATE calls SET evaluated_by = coalesce((SELECT code FROM models WHERE id =
        (SELECT json_extract(value, '$.evaluation_model_id') FROM state WHERE key = 'settings')), 'scripted')
      WHERE evaluation <> '[]';
    UPDATE calls SET verdict = iif(evaluated_by = 'scripted', 'guessed_', '') || iif(result = 'goal', 'goal', 'no_goal')
      WHERE evaluated_by IS NOT NULL AND result IN ('goal', 'talked');
    UPDATE calls SET result = 'talked' WHERE verdict = 'guessed_goal';
    DROP INDEX calls_results;
    CREATE INDEX calls_results ON calls (user_id, created_at, result, verdict, do_not_call, talked_ms, carrier_cost)
      WHERE result IS NOT NULL;
  `,
}
