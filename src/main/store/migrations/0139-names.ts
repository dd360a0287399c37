import type { Migration } from '../migrate'

/** A variable of a row as trimmed text; null when it is no text or empty. */
const text = (name: string) =>
  `nullif(trim(iif(json_type(variables, '$.${name}') = 'text', variables ->> '$.${name}', ''), char(9, 10, 13, 32, 160)), '')`

/** As nameIn() in core/assistants/variables.ts finds it. */
const nameIn = `coalesce(${text('name')}, ${text('full_name')},
  nullif(trim(coalesce(${text('first_name')}, '') || ' ' || coalesce(${text('last_name')}, '')), ''),
  ${text('customer_name')})`

const leadWith = (table: string, number: string) =>
  `(SELECT leads.name FROM leads WHERE leads.user_id = ${table}.user_id AND leads.phone_number = ${number}
    AND leads.name IS NOT NULL ORDER BY leads.id DESC LIMIT 1)`

export const names: Migration = {
  id: 139,
  name: 'the name of the person of a record, and the variables that were given for a call',
  up: `
    ALTER TABLE leads ADD COLUMN name TEXT;
    ALTER TABLE calls ADD COLUMN given TEXT NOT NULL DEFAULT '{}'; -- its variables without the assistant's defaults, as JSON
    ALTER TABLE calls ADD COLUMN name TEXT;
    ALTER TABLE conversations ADD COLUMN name TEXT;
    ALTER TABLE sms ADD COLUMN name TEXT;

    UPDATE leads SET name = ${nameIn} WHERE variables LIKE '%name%';

    -- Calls of before kept only all variables together. What was given is found so: with a lead, what the lead or the
    -- contact defines; else what differs from the assistant's default of today. Without both, all of it.
    UPDATE calls SET given = (
      SELECT json_group_object(own.key, json(iif(own.type IN ('true', 'false', 'null'), own.type, json_quote(own.value))))
      FROM json_each(calls.variables) AS own
      WHERE iif(EXISTS (SELECT 1 FROM leads WHERE leads.id = calls.lead_id),
        own.key IN (SELECT key FROM json_each((SELECT variables FROM leads WHERE leads.id = calls.lead_id)))
          OR own.key IN (SELECT key FROM json_each(coalesce((SELECT variables FROM contacts
            WHERE contacts.lead_id = calls.lead_id AND position = calls.contact), '{}'))),
        NOT EXISTS (SELECT 1 FROM json_each(coalesce(
            (SELECT settings -> '$.variables' FROM assistants WHERE assistants.id = calls.assistant_id), '{}')) AS standard
          WHERE standard.key = own.key AND standard.value IS own.value)))
      WHERE variables <> '{}';
    -- When neither the lead nor the assistant is there any more, a name may be the default of the assistant: it is not taken.
    UPDATE calls SET name = (SELECT ${nameIn} FROM (SELECT calls.given AS variables))
      WHERE given LIKE '%name%' AND (assistant_id IS NOT NULL OR lead_id IS NOT NULL);
    UPDATE calls SET name = coalesce((SELECT leads.name FROM leads WHERE leads.id = calls.lead_id),
        ${leadWith('calls', 'client_phone_number')})
      WHERE name IS NULL;
    UPDATE conversations SET name = coalesce(${nameIn}, ${leadWith('conversations', 'customer')});
    UPDATE sms SET name = ${leadWith('sms', "iif(sms.status = 'received', from_number, to_number)")};
  `,
}
