import type { Migration } from '../migrate'

const values = `('goal', 'guessed_goal', 'talked', 'voicemail', 'no_answer', 'busy', 'failed', 'interrupted', 'do_not_call')`

/** Of the attempts of before: by their last call, while it is there. */
const resultOfCall = `(SELECT iif(calls.do_not_call = 1, 'do_not_call',
    iif(calls.result = 'goal', 'goal', iif(calls.verdict = 'guessed_goal', 'guessed_goal', NULL)))
  FROM calls WHERE calls.attempt_id = attempts.id ORDER BY calls.id DESC LIMIT 1)`

export const leadResults: Migration = {
  id: 164,
  name: 'what came of the last attempt of a lead',
  up: `
    ALTER TABLE attempts ADD COLUMN result TEXT CHECK (result IN ${values}); -- null: ended without a result
    ALTER TABLE leads ADD COLUMN result TEXT CHECK (result IN ${values}); -- of its last attempt that has one
    UPDATE attempts SET result = iif(outcome IN ('talked', 'goal_missed'), coalesce(${resultOfCall}, 'talked'),
        iif(outcome = 'interrupted', iif(${resultOfCall} = 'do_not_call', 'do_not_call', 'interrupted'), outcome))
      WHERE outcome <> 'given_up';
    UPDATE leads SET result = (SELECT result FROM attempts
        WHERE lead_id = leads.id AND result IS NOT NULL ORDER BY id DESC LIMIT 1)
      WHERE status <> 'created' OR attempts > 0 OR EXISTS (SELECT 1 FROM attempts WHERE lead_id = leads.id);

    CREATE INDEX leads_result_user ON leads (user_id, result, created_at) WHERE result IS NOT NULL;
    CREATE INDEX leads_result_campaign ON leads (campaign_id, result, created_at) WHERE result IS NOT NULL;
    -- Who is not called again: the number was listed before a call, or the person asked for it in one.
    CREATE INDEX leads_barred_user ON leads (user_id, created_at)
      WHERE (status = 'blacklisted' OR (status = 'completed' AND result = 'do_not_call'));
    CREATE INDEX leads_barred_campaign ON leads (campaign_id, created_at)
      WHERE (status = 'blacklisted' OR (status = 'completed' AND result = 'do_not_call'));
  `,
}
