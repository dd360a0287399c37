// The results of the campaign, and the checks. They come from the API, except two values that are read from the data
// folder: the signing secret, and the carrier's own count of dials.
import { createDecipheriv } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Client, Service } from '../service.ts'
import { type Fate, fates, planned, times } from './fates.ts'
import type { Webhooks } from './receiver.ts'

/** Calls at once, as the campaign allows. */
export const PARALLEL = 20
/** Dials in a second, as the workspace allows. */
const PER_SECOND = 5
/** USD that are added to the balance. */
export const TOP_UP = 10

export interface Call {
  id: number
  lead_id: number | null
  client_phone_number: string
  status: string
  end_reason: string | null
  answered_by: string | null
  total_cost: string
  recording_url: string | null
  webhook_response: { received?: number } | null
  created_at: string
  updated_at: string
}
export interface Lead {
  id: number
  phone_number: string
  status: string
  attempts: number
  cut_off: boolean
}
export interface CampaignNow {
  status: string
  lead_counts: Record<string, number>
  stopped_because: { reason: string } | null
}

/** The checks that failed. */
export const problems: string[] = []
/** The checks that passed. */
export const passed: string[] = []
function check(claim: string, holds: boolean, found = '') {
  if (holds) passed.push(claim)
  else problems.push(`Not so: ${claim}${found && ` (${found})`}`)
}

const query = <Row>(dataDir: string, sql: string): Row[] => {
  const db = new DatabaseSync(join(dataDir, 'callwright.db'), { readOnly: true })
  try {
    return db.prepare(sql).all() as Row[]
  } finally {
    db.close()
  }
}

/** The signing secret of the workspace. The database has it encrypted with the key in `data.key` (AES-256-GCM). */
export function readSigningSecret(dataDir: string): string {
  const [row] = query<{ value: string }>(dataDir, "SELECT value FROM state WHERE key = 'webhook_secrets'")
  const [sealed] = JSON.parse(row!.value) as [string]
  const bytes = Buffer.from(sealed.slice('sealed:v1:'.length), 'base64')
  const key = Buffer.from(readFileSync(join(dataDir, 'data.key'), 'utf8'), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

export const statesOf = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([state, n]) => `${n} ${state}`)
    .join(', ')

const count = <T>(items: T[], matches: (item: T) => boolean) => items.filter(matches).length
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
const groupBy = <T, K>(items: T[], keyOf: (item: T) => K) => {
  const groups = new Map<K, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** Prints one row for each fate, with the expected numbers, and adds differences to `problems`. */
export function printTable(plan: Map<number, Fate>, leads: Lead[], calls: Call[], webhooks: Webhooks) {
  const reported = new Set([...webhooks.bodies.values()].map(body => body.id))
  const callsOf = groupBy(calls, call => call.lead_id)
  const rows = [['number', 'what happens', 'leads', 'dials', 'answered', 'retries', 'webhooks', 'leads are now', '']]
  const total = times(5, 0)
  for (const fate of fates) {
    const own = leads.filter(lead => plan.get(lead.id) === fate)
    const dialed = own.flatMap(lead => callsOf.get(lead.id) ?? [])
    const n = fate.leads
    const facts = [
      [dialed.length, n * fate.calls.length],
      [count(dialed, call => call.answered_by !== null), n * fate.answered],
      [sum(own.map(lead => Math.max(0, lead.attempts - 1))), n * (fate.attempts - 1)],
      [count(dialed, call => reported.has(call.id)), n * fate.calls.length],
    ]
    const states = Object.fromEntries([...groupBy(own, lead => lead.status)].map(([state, of]) => [state, of.length]))
    const unexpected = own.filter(lead => !sameCalls(callsOf.get(lead.id) ?? [], fate.calls))
    const good =
      unexpected.length === 0 && facts.every(([found, expected]) => found === expected) && states[fate.lead] === n
    const name = fate.endings.length > 1 ? 'others' : `..${fate.endings[0]}`
    rows.push([
      name,
      fate.what,
      String(own.length),
      ...facts.map(([found, expected]) => `${found} of ${expected}`),
      statesOf(states),
      good ? 'ok' : 'NOT AS EXPECTED',
    ])
    for (const [i, found] of [own.length, ...facts.map(([found]) => found!)].entries()) total[i]! += found
    if (states[fate.lead] !== n)
      problems.push(`${name}, ${fate.what}: expected ${n} ${fate.lead}, found ${statesOf(states)}`)
    for (const lead of unexpected) {
      const ends = (callsOf.get(lead.id) ?? []).map(call => `${call.status} (${call.end_reason})`).join(', ')
      problems.push(`${lead.phone_number}, ${fate.what}: expected ${fate.calls.join(', ')}; found ${ends || 'no call'}`)
    }
  }
  rows.push(['', 'all', ...total.map(String), '', ''])
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  for (const row of rows) {
    const cells = row.map((cell, i) => (i >= 2 && i <= 6 ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
    console.log(`  ${cells.join('  ').trimEnd()}`)
  }
}

const sameCalls = (calls: Call[], statuses: string[]) =>
  calls.length === statuses.length && calls.every((call, i) => call.status === statuses[i])

/** Checks the totals, the webhooks, the costs and the limits. */
export function checkAll(
  dataDir: string,
  plan: Map<number, Fate>,
  is: { leads: Lead[]; calls: Call[]; webhooks: Webhooks; now: CampaignNow; balance: number; service: Service },
) {
  const { leads, calls, webhooks, now, balance, service } = is
  const ended = calls.map(call => ({ ...call, from: Date.parse(call.created_at), to: Date.parse(call.updated_at) }))
  const fateOf = (call: Call) => plan.get(call.lead_id ?? 0)!.endings[0]!

  check('the campaign is completed', now.status === 'completed', now.stopped_because?.reason ?? now.status)
  const final = ['completed', 'reached-max-retries', 'blacklisted']
  const left = count(leads, lead => !final.includes(lead.status))
  check(`no lead is left of ${leads.length}`, left === 0 && leads.length === planned.length, `${left} are left`)

  check('every webhook has a good signature', webhooks.errors.length === 0, webhooks.errors[0])
  const reported = new Set([...webhooks.bodies.values()].map(body => body.id))
  const sent = webhooks.bodies.size === calls.length && calls.every(call => reported.has(call.id))
  check(
    `${calls.length} calls, each with one webhook of its own`,
    sent && reported.size === calls.length,
    `${webhooks.bodies.size} webhooks about ${reported.size} calls`,
  )
  const expectedArrivals = calls.length + webhooks.refused
  check(
    `${webhooks.refused} webhooks were refused at first and came again, the others once`,
    webhooks.arrivals === expectedArrivals,
    `${webhooks.arrivals} arrived, expected ${expectedArrivals}`,
  )
  const unstored = count(calls, call => typeof call.webhook_response?.received !== 'number')
  check("the receiver's answer is stored with every call", unstored === 0, `not with ${unstored}`)

  const cost = sum(calls.map(call => Math.round(Number(call.total_cost) * 1e6)))
  const spent = Math.round((25 + TOP_UP - balance) * 1e6)
  check(
    `the calls cost ${usd(cost)}: 25.00 of credit + ${TOP_UP.toFixed(2)} topped up - ${usd(balance * 1e6)} left`,
    cost === spent && cost > 0,
    `${usd(spent)} was spent`,
  )

  const twice = [...groupBy(ended, call => call.lead_id).values()].flatMap(own =>
    own.filter((call, i) => i > 0 && call.from < own[i - 1]!.to),
  )
  check('nobody was dialed twice at once', twice.length === 0, twice.map(call => call.client_phone_number).join(', '))
  const dials = query<{ phone_number: string; n: number }>(dataDir, 'SELECT phone_number, n FROM simulator_dials')
  const callsTo = groupBy(calls, call => call.client_phone_number)
  const miscounted = dials.filter(({ phone_number, n }) => {
    const withoutLine = phone_number.endsWith('10') ? 2 : 0
    return n !== (callsTo.get(phone_number)?.length ?? 0) + withoutLine
  })
  check(
    `the carrier counted the same: ${sum(dials.map(({ n }) => n))} dials, ${count(dials, d => d.phone_number.endsWith('10')) * 2} of which found no line and left no call`,
    miscounted.length === 0 && dials.length === callsTo.size,
    miscounted.map(({ phone_number, n }) => `${phone_number}: ${n}`).join(', '),
  )
  const online = [...webhooks.bodies.values()].map(body => ({
    from: Date.parse(body.created_at),
    to: Date.parse(body.finished_at),
  }))
  const peak = Math.max(...online.map(({ from }) => count(online, other => other.from <= from && from < other.to)))
  check(`there were never more than ${PARALLEL} calls at once`, peak <= PARALLEL, `there were ${peak}`)
  const burst = Math.max(...ended.map(({ from }) => count(ended, o => o.from <= from && from - o.from < 1000)))
  check(`there were never more than ${PER_SECOND} dials in a second`, burst <= PER_SECOND, `there were ${burst}`)

  const cutOff = leads.filter(lead => lead.cut_off).map(lead => lead.phone_number)
  const never = calls.filter(call => fateOf(call) === '13')
  check(
    'who was cut off while talking is shown as such and was not called again',
    never.every(call => call.end_reason === 'interrupted' && cutOff.includes(call.client_phone_number)) &&
      cutOff.length === never.length,
    cutOff.join(', '),
  )
  const talked = calls.filter(call => call.answered_by !== null && fateOf(call) !== '13')
  const unrecorded = count(talked, call => call.recording_url === null)
  check(`all ${talked.length} calls whose end was reported are recorded`, unrecorded === 0, `${unrecorded} are not`)
  check('the service logged no error', service.errors.length === 0, service.errors[0])
}

const usd = (millionths: number) => (millionths / 1e6).toFixed(4).replace(/(\.\d\d)00$/, '$1')

/** Checks that a number that asked not to be called is refused by make_call too. */
export async function checkBlacklist(client: Client, plan: Map<number, Fate>, leads: Lead[]) {
  const asked = leads.find(lead => plan.get(lead.id)?.endings[0] === '06')!
  const { data } = await client.get<{ data: { id: number }[] }>('/user/assistants/get')
  const answer = await client.request('POST', '/user/make_call', {
    phone_number: asked.phone_number,
    assistant_id: data[0]!.id,
  })
  check('who asked not to be called cannot be called', answer.status === 422, `the answer was ${answer.status}`)
}
