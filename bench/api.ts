import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call as callOperation } from '@orpc/server'
import * as assistants from '../src/main/core/assistants/assistants'
import * as place from '../src/main/core/calls/place'
import { Commits } from '../src/main/core/kernel/commits'
import { type Context, transact } from '../src/main/core/kernel/context'
import { ownerOfKey } from '../src/main/core/workspace/api-keys'
import { createRouter } from '../src/main/router'
import { insert, run, sql } from '../src/main/store/sql'
import type { Route, Step } from './baseline-server'
import type { Load, Measured } from './load'
import { note } from './ratios'
import {
  type Filled,
  fill,
  median,
  nobodyOutside,
  printTable,
  startChild,
  startService,
  stopChild,
  tempFolder,
  whole,
} from './support'

// Requests a second of the service, compared with a bare node:http handler that runs the same statements on a file with
// the same content and serializes the same answer. The difference is the cost of routing, keys, validation, mapping
// rows and events.

const LEADS = 10_000
const CALLS = 2000
const CONNECTIONS = 10
const ROUNDS = 5
const SECONDS = 1.5
/** Of the same statements for a page of leads; of one table for a new lead, with sixteen clients. */
const AIM = 0.6

interface Request {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: string
}

export async function benchApi(): Promise<void> {
  const own = filled()
  const other = filled()
  const requests: Request[] = [
    { name: 'GET one assistant', method: 'GET', path: `/user/assistant/${own.assistantId}` },
    { name: 'GET leads, a page of 15', method: 'GET', path: `/user/leads?campaign_id=${own.campaignId}` },
    { name: 'GET calls, a page of 15', method: 'GET', path: '/user/calls' },
    {
      name: 'POST lead',
      method: 'POST',
      path: '/user/lead',
      body: JSON.stringify({
        campaign_id: own.campaignId,
        phone_number: '+12125550123',
        variables: { name: 'neighbour' },
        allow_dupplicate: true,
      }),
    },
  ]
  const routes = await recorded(other)
  own.store.close()
  other.store.close()

  const plan = join(tempFolder(), 'routes.json')
  writeFileSync(
    plan,
    JSON.stringify(requests.map(({ method, path }, i) => ({ method, path: `/api${path}`, ...routes[i]! }))),
  )
  const service = await startService(own.dataDir)
  const baseline = await startChild(['bench/baseline-server.ts', join(other.dataDir, 'callwright.db'), plan])
  const { api } = JSON.parse(baseline.line) as { api: string }

  console.log(
    `api: requests a second over ${CONNECTIONS} connections, ${whole(LEADS)} leads and ${whole(CALLS)} calls in the file,\nmedian of ${ROUNDS} rounds of ${SECONDS} s, taken in turns\n`,
  )
  const rows = [['', 'service', 'bare handler', 'ratio', 'statements']]
  let busiest = 0
  for (const [i, request] of requests.entries()) {
    const measured = { service: [] as number[], baseline: [] as number[] }
    // The first round warms both up and is not counted.
    for (let round = 0; round <= ROUNDS; round++)
      for (const side of ['service', 'baseline'] as const) {
        const result = await load(side === 'service' ? service.api : api, request, own.key)
        if (result.refused > 0) throw new Error(`${request.name}: ${side} refused ${result.refused} requests.`)
        if (round > 0) measured[side].push(result.perSecond)
        busiest = Math.max(busiest, result.busy)
      }
    const ratio = median(measured.service.map((own, round) => own / measured.baseline[round]!))
    const aim = request.name.startsWith('GET leads') ? AIM : undefined
    note(`api: ${request.name}, of the same statements`, ratio, 'more', aim)
    const statements = routes[i]!.steps.filter(step => step.how !== 'begin' && step.how !== 'commit').length
    rows.push([
      request.name,
      whole(median(measured.service)),
      whole(median(measured.baseline)),
      `${Math.round(100 * ratio)} %`,
      String(statements),
    ])
  }
  printTable(rows)
  console.log(`\n  The load generator was busy for ${Math.round(busiest * 100)} % of its time at most.\n`)
  await stopChild(baseline.child)
  await compareWithOneTable(
    service.api,
    own.key,
    requests.filter(({ name }) => /lead/.test(name)),
  )
  await stopChild(service.child)
}

/** The strict baseline: what the least possible work would take. */
async function compareWithOneTable(api: string, key: string, requests: Request[]): Promise<void> {
  const bare = await startChild(['bench/one-table-server.ts', tempFolder(), String(LEADS)])
  const { api: bareApi } = JSON.parse(bare.line) as { api: string }
  console.log(
    '  against a bare handler with one table, one index, and a commit for each lead; aim 60 % for POST with 16 clients\n',
  )
  const rows = [['', 'clients', 'service', 'one table', 'ratio']]
  for (const request of requests)
    for (const connections of [1, 16]) {
      const measured = { service: [] as number[], bare: [] as number[] }
      for (let round = 0; round <= ROUNDS; round++)
        for (const side of ['service', 'bare'] as const) {
          const result = await load(side === 'service' ? api : bareApi, request, key, connections)
          if (result.refused > 0) throw new Error(`${request.name}: ${side} refused ${result.refused} requests.`)
          if (round > 0) measured[side].push(result.perSecond)
        }
      const ratio = median(measured.service.map((own, round) => own / measured.bare[round]!))
      const aim = request.method === 'POST' && connections === 16 ? AIM : undefined
      note(`api: ${request.name}, ${connections} clients, of one table`, ratio, 'more', aim)
      const counts = [measured.service, measured.bare].map(side => whole(median(side)))
      rows.push([request.name, String(connections), ...counts, `${Math.round(100 * ratio)} %`])
    }
  printTable(rows)
  console.log('')
  await stopChild(bare.child)
}

async function load(
  api: string,
  { method, path, body }: Request,
  key: string,
  connections = CONNECTIONS,
): Promise<Measured> {
  const asked: Load = { url: api + path, method, body, key, connections, seconds: SECONDS }
  const { child, line } = await startChild(['bench/load.ts', JSON.stringify(asked)])
  await stopChild(child)
  return JSON.parse(line) as Measured
}

/** A folder with leads and with calls that have ended, each with a conversation of twelve sentences. */
function filled(): Filled {
  const is = fill(LEADS)
  const { context, userId, assistantId } = is
  const assistant = assistants.get(context, userId, assistantId)
  const evaluation = [
    { name: 'status', type: 'bool', value: true, description: 'Whether the goal of the call was reached' },
    { name: 'summary', type: 'string', value: 'They come to the party.', description: 'What was said' },
  ]
  transact(context, () => {
    for (let i = 0; i < CALLS; i++) {
      const to = `+1212555${String(i).padStart(4, '0')}`
      const made = { userId, assistant, to, from: null, variables: { name: 'neighbour' }, allowedBecause: [] }
      const { id } = place.open(context, made)
      for (let position = 0; position < 12; position++)
        insert(
          context.db,
          sql`INSERT INTO call_items (call_id, position, item) VALUES (${id}, ${position}, ${sentence(position)})`,
        )
    }
    const now = context.clock.now()
    for (const status of ['in-progress', 'ended', 'completed'])
      run(
        context.db,
        sql`UPDATE calls SET status = ${status}, final_status = 'complete', answered_at = ${now}, ended_at = ${now},
          deadline_at = NULL, talked_ms = 42000, answered_by = 'human', end_reason = 'end_call', spoken_by = 'scripted',
          evaluation = ${JSON.stringify(evaluation)}, carrier_cost = 70000`,
      )
  })
  return is
}

const sentence = (position: number) =>
  JSON.stringify({
    text: 'I see. Is this something that you look after yourself?',
    type: 'transcript',
    sender: position % 2 === 0 ? 'bot' : 'human',
    timestamp: 1_767_603_600 + position,
    end_timestamp: 1_767_603_601 + position,
  })

/** The statements and the answer of the service for each request, recorded while it handles the request. */
async function recorded({
  context,
  userId,
  campaignId,
  assistantId,
  key,
}: Filled): Promise<Pick<Route, 'steps' | 'answer'>[]> {
  const steps: Step[] = []
  const db = watch(context.db, steps)
  const watched: Context = { ...context, db, commits: new Commits(db) }
  const router = createRouter(watched, nobodyOutside)
  const asUser = { context: { userId } }
  ownerOfKey(context, key) // records the use of the key, which happens once a minute only
  const lead = {
    campaign_id: campaignId,
    phone_number: '+12125550123',
    variables: { name: 'neighbour' },
    allow_dupplicate: true,
  }
  const requests = [
    () => callOperation(router.assistants.get, { id: assistantId }, asUser),
    () => callOperation(router.leads.list, { campaign_id: campaignId } as never, asUser),
    () => callOperation(router.calls.list, {} as never, asUser),
    () => callOperation(router.leads.create, lead, asUser),
  ]
  const routes = []
  for (const request of requests) {
    steps.length = 0
    ownerOfKey(watched, key)
    routes.push({ answer: await request(), steps: [...steps] })
  }
  return routes
}

/** The same store, which adds every statement that it runs to `steps`. */
function watch(db: Context['db'], steps: Step[]): Context['db'] {
  const watchedStatement = (text: string) => {
    const statement = db.prepare(text)
    const as = (how: 'get' | 'all' | 'run') =>
      ((...params: never[]) => {
        const isBytes = (value: unknown) => value instanceof Uint8Array
        steps.push({ how, text, params: params.map(p => (isBytes(p) ? { hex: Buffer.from(p).toString('hex') } : p)) })
        return statement[how](...params)
      }) as never
    return { get: as('get'), all: as('all'), run: as('run') }
  }
  return {
    prepare: watchedStatement,
    get inTransaction() {
      return db.inTransaction
    },
    transaction: (work: () => unknown) => {
      const immediate = () => {
        steps.push({ how: 'begin', text: 'BEGIN IMMEDIATE', params: [] })
        const result = db.transaction(work).immediate()
        steps.push({ how: 'commit', text: 'COMMIT', params: [] })
        return result
      }
      return { immediate }
    },
  } as never
}
