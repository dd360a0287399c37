import type { Migration } from '../migrate'

export const asDocumented: Migration = {
  id: 130,
  name: 'the cost of a chat, and what a call keeps of a deleted lead and campaign',
  up: `
    ALTER TABLE conversations ADD COLUMN cost INTEGER NOT NULL DEFAULT 0; -- millionths of a dollar
    UPDATE conversations SET cost = coalesce((SELECT -sum(amount) FROM ledger WHERE conversation_id = conversations.id), 0)
      WHERE type = 'widget';
    -- JSON: the lead, and the campaign, of a running call, as they were when they were deleted. For its webhook.
    ALTER TABLE calls ADD COLUMN kept_lead TEXT;
    ALTER TABLE calls ADD COLUMN kept_campaign TEXT;
    CREATE TRIGGER leads_kept BEFORE DELETE ON leads WHEN OLD.status = 'processing' BEGIN
      UPDATE calls SET kept_lead = json_object('id', OLD.id, 'phoneNumber', OLD.phone_number,
          'variables', json(OLD.variables), 'status', OLD.status, 'createdAt', OLD.created_at, 'updatedAt', OLD.updated_at)
        WHERE lead_id = OLD.id AND status IN ('initiated', 'ringing', 'in-progress', 'ended');
    END;
    CREATE TRIGGER campaigns_kept BEFORE DELETE ON campaigns BEGIN
      UPDATE calls SET kept_campaign = json_object('id', OLD.id, 'name', OLD.name, 'status', OLD.status,
          'settings', json(OLD.settings), 'createdAt', OLD.created_at, 'updatedAt', OLD.updated_at)
        WHERE campaign_id = OLD.id AND status IN ('initiated', 'ringing', 'in-progress', 'ended');
    END;
    -- A SIP address of a warm transfer is now its target, and custom_sip says so.
    UPDATE assistants SET settings = json_set(settings, '$.tools', json((
        SELECT json_group_array(json(CASE WHEN json_type(value, '$.data.custom_sip') = 'text'
            THEN json_set(value, '$.data.custom_sip', json(iif(value ->> '$.data.custom_sip' = '', 'false', 'true')),
              '$.data.supervisor_phone',
              coalesce(nullif(value ->> '$.data.custom_sip', ''), value ->> '$.data.supervisor_phone'))
            ELSE value END))
        FROM json_each(settings, '$.tools'))))
      WHERE EXISTS (SELECT 1 FROM json_each(settings, '$.tools') WHERE json_type(value, '$.data.custom_sip') = 'text');
  `,
}
