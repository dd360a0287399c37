import { expect, it } from 'vitest'
import { documentStatuses } from '../../src/contract/knowledgebases'
import { numberStatuses } from '../../src/contract/phone-numbers'
import { rehearsalStatuses } from '../../src/contract/rehearsals'
import { smsStatuses } from '../../src/contract/sms'
import {
  callStatuses,
  campaignStatuses,
  leadChangeStatuses,
  leadStatuses,
  redeliveryStatuses,
} from '../../src/contract/statuses'
import { deliveryStatuses } from '../../src/contract/webhooks'
import { callMoves } from '../../src/main/core/calls/call-states'
import { campaignMoves } from '../../src/main/core/campaigns/campaign-states'
import { leadChangeMoves } from '../../src/main/core/campaigns/lead-changes'
import { leadMoves } from '../../src/main/core/campaigns/lead-states'
import { pairs } from '../../src/main/core/kernel/state-machine'
import { documentMoves } from '../../src/main/core/knowledge/documents'
import { smsMoves } from '../../src/main/core/messaging/sms'
import { numberMoves } from '../../src/main/core/provisioning/subscriptions'
import { rehearsalMoves } from '../../src/main/core/rehearsals/rehearsals'
import { deliveryMoves } from '../../src/main/core/webhooks/deliveries'
import { redeliveryMoves } from '../../src/main/core/webhooks/redeliveries'
import { aKnowledgeBase, aNumber } from '../support/api'
import { given, startWorld } from '../support/world'

const machines = [
  ['leads', leadStatuses, pairs(leadMoves)],
  ['lead_changes', leadChangeStatuses, pairs(leadChangeMoves)],
  ['calls', callStatuses, pairs(callMoves)],
  ['campaigns', campaignStatuses, pairs(campaignMoves)],
  ['deliveries', deliveryStatuses, pairs(deliveryMoves)],
  ['documents', documentStatuses, pairs(documentMoves)],
  ['phone_numbers', numberStatuses, pairs(numberMoves)],
  ['redeliveries', redeliveryStatuses, pairs(redeliveryMoves)],
  ['rehearsals', rehearsalStatuses, pairs(rehearsalMoves)],
  ['sms', smsStatuses, pairs(smsMoves)],
] as const

/** The other columns that a status needs. */
const needs: Record<string, (to: string) => string> = {
  leads: to => `due_at = ${to === 'scheduled' || to === 'rescheduled' ? 1 : 'NULL'}`,
  calls: () => "final_status = 'complete', asked_at = 1",
  campaigns: () => 'name = name',
  deliveries: to => `next_try_at = ${to === 'pending' ? 1 : 'NULL'}`,
  documents: to => `error = ${to === 'failed' ? "'x'" : 'NULL'}`,
  phone_numbers: () => 'nickname = nickname',
  lead_changes: to => `finished_at = ${to === 'running' || to === 'undoing' ? 'NULL' : 1}`,
  redeliveries: to => `finished_at = ${to === 'running' ? 'NULL' : 1}`,
  rehearsals: to =>
    `finished_at = ${to === 'running' ? 'NULL' : 1}, forecast = ${to === 'done' ? "'{}'" : 'NULL'}, error = ${to === 'failed' ? "'x'" : 'NULL'}`,
  sms: to => `next_try_at = ${to === 'queued' ? 1 : 'NULL'}`,
}

it.each(machines)('the schema allows the same transitions of %s as the code', async (table, states, allowed) => {
  const world = await startWorld()
  const campaign = await given.campaign(world)
  await given.lead(world, campaign)
  await world.post('/user/leads/changes', { action: 'retry', filter: {} })
  await world.post(`/user/campaigns/${campaign}/rehearse`)
  await world.post('/user/make_call', { assistant_id: 1, phone_number: given.number('24') })
  world.db
    .prepare(
      "INSERT INTO deliveries (webhook_id, user_id, event, url, host, body, next_try_at, created_at) VALUES ('m', 1, 'test', '', '', '', 1, 1)",
    )
    .run()
  await world.post('/user/webhook-redeliveries', { ids: [1] })
  const from = aNumber(world)
  await world.post('/user/sms', { from, to: given.number('24'), body: 'Hello' })
  const site = { name: 'Site', type: 'website', url: 'http://127.0.0.1:1/' }
  await world.post(`/user/knowledgebases/${aKnowledgeBase(world)}/documents`, site)
  const guards = world.db.prepare('SELECT sql FROM sqlite_master WHERE name = ?').get(`${table}_moves`) as {
    sql: string
  }
  const put = (state: string, to = state) =>
    world.db.prepare(`UPDATE ${table} SET status = ?, ${needs[table]!(to)} WHERE id = 1`).run(state)
  const isPossible = (from: string, to: string) => {
    // The trigger is removed for a moment, so that the row can get the status `from`.
    world.db.prepare(`DROP TRIGGER ${table}_moves`).run()
    put(from)
    world.db.prepare(guards.sql).run()
    try {
      put(to)
      return true
    } catch (error) {
      expect((error as Error).message).toContain('not a transition')
      return false
    }
  }
  for (const from of states)
    for (const to of states) {
      const inCode = allowed.some(([a, b]) => a === from && b === to)
      if (from !== to) expect([from, to, isPossible(from, to)]).toEqual([from, to, inCode])
    }
})

it('a lead cannot have two open attempts or two open calls', async () => {
  const world = await startWorld()
  const lead = await given.lead(world, await given.campaign(world))
  const attempt = world.db.prepare('INSERT INTO attempts (lead_id, started_at) VALUES (?, 1)')
  attempt.run(lead)
  expect(() => attempt.run(lead)).toThrow('UNIQUE')
  const call = world.db.prepare(
    `INSERT INTO calls (leg_id, user_id, type, assistant_name, lead_id, carrier, client_phone_number, variables, created_at, updated_at)
     VALUES (?, 1, 'outbound', '', ?, 'simulated', '', '{}', 1, 1)`,
  )
  call.run('a', lead)
  expect(() => call.run('b', lead)).toThrow('UNIQUE')
})
