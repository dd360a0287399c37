import { all, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'
import { announce, type PhoneNumber } from '../numbers/numbers'

/** Takes a number off the account; whoever used it lets go of it. Call inside a transaction. */
export function removeNumber(context: Context, number: PhoneNumber) {
  letGo(context, number)
  run(context.db, sql`DELETE FROM phone_numbers WHERE id = ${number.id}`)
  announce(context, number, true)
}

function letGo(context: Context, { id, user_id: userId }: PhoneNumber) {
  const now = context.clock.now()
  const assistants = all<{ id: number }>(
    context.db,
    sql`UPDATE assistants SET phone_number_id = NULL, updated_at = ${now},
      status = CASE type WHEN 'inbound' THEN 'inactive' ELSE status END WHERE phone_number_id = ${id} RETURNING id`,
  )
  const transferring = all<{ id: number; settings: string }>(
    context.db,
    sql`SELECT id, settings FROM assistants WHERE user_id = ${userId} AND EXISTS (
      SELECT 1 FROM json_each(settings, '$.tools') WHERE value ->> '$.data.outbound_phone_id' = ${id})`,
  )
  for (const assistant of transferring) {
    const settings = JSON.parse(assistant.settings) as { tools: { data: Record<string, unknown> }[] }
    for (const { data } of settings.tools) if (data.outbound_phone_id === id) data.outbound_phone_id = null
    run(
      context.db,
      sql`UPDATE assistants SET settings = ${JSON.stringify(settings)}, updated_at = ${now} WHERE id = ${assistant.id}`,
    )
  }
  for (const changed of new Set([...assistants, ...transferring].map(assistant => assistant.id)))
    context.bus.publish(userId, { type: 'assistant.changed', id: changed })
  const campaigns = all<{ id: number; status: 'draft' }>(
    context.db,
    sql`UPDATE campaigns SET updated_at = ${now}, settings = json_set(settings, '$.phone_number_ids', json((
        SELECT json_group_array(value) FROM json_each(settings, '$.phone_number_ids') WHERE value <> ${id})))
      WHERE user_id = ${userId} AND EXISTS (SELECT 1 FROM json_each(settings, '$.phone_number_ids') WHERE value = ${id})
      RETURNING id, status`,
  )
  for (const { id, status } of campaigns) context.bus.publish(userId, { type: 'campaign.changed', id, status })
}
