import { expect } from 'vitest'
import { DAY, MONDAY_9, type TestWorld } from '../../support/world'

export const rehearse = (world: TestWorld, campaign: number, body: object = {}) =>
  world.post(`/user/campaigns/${campaign}/rehearse`, body)

/** Rehearses to the end and answers the forecast. */
export async function forecastOf(world: TestWorld, campaign: number, body: object = {}) {
  const { id } = (await rehearse(world, campaign, body)).body.data
  await world.advance(0)
  const answer = await world.get(`/user/rehearsals/${id}`)
  expect(answer.body).toMatchObject({ status: 'done', error: null, progress: { percent: 100 } })
  return answer.body.forecast
}

export const codes = (forecast: { warnings: { code: string }[] }) => forecast.warnings.map(({ code }) => code)
export const textOf = (forecast: { warnings: { code: string; text: string }[] }, code: string) =>
  forecast.warnings.find(warning => warning.code === code)?.text

/** Many leads at once, without the API. */
export function manyLeads(world: TestWorld, campaign: number, n: number, columns: Record<string, unknown> = {}) {
  const names = ['campaign_id', 'user_id', 'variables', 'created_at', 'updated_at', ...Object.keys(columns)]
  const values = [campaign, 1, '{}', MONDAY_9, MONDAY_9, ...Object.values(columns)]
  const insert = world.db.prepare(
    `INSERT INTO leads (phone_number, ${names}) VALUES (?, ${values.map(() => '?').join(', ')})`,
  )
  world.service.context.db.transaction(() => {
    for (let i = 0; i < n; i++) insert.run(`+1201555${String(i).padStart(4, '0')}`, ...values)
  })()
}

/** Final calls, as if they had been made. */
export function manyCalls(world: TestWorld, n: number, over: Record<string, unknown> = {}) {
  const row = {
    user_id: 1,
    type: 'outbound',
    status: 'completed',
    assistant_name: '',
    carrier: 'simulated',
    client_phone_number: '+12025550100',
    variables: '{}',
    created_at: MONDAY_9 - DAY,
    updated_at: MONDAY_9 - DAY,
    asked_at: MONDAY_9 - DAY,
    answered_at: MONDAY_9 - DAY + 10_000,
    ended_at: MONDAY_9 - DAY + 70_000,
    talked_ms: 60_000,
    result: 'talked',
    ...over,
  }
  const names = Object.keys(row)
  const insert = world.db.prepare(
    `INSERT INTO calls (leg_id, ${names}) VALUES (lower(hex(randomblob(16))), ${names.map(() => '?').join(', ')})`,
  )
  for (let i = 0; i < n; i++) insert.run(...Object.values(row))
}
