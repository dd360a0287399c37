// The bare handler: runs the statements of a route in order, and serializes the answer. Its arguments are the database
// file and a file with the routes.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'

export interface Step {
  how: 'get' | 'all' | 'run' | 'begin' | 'commit'
  text: string
  /** Bytes are given as hex. */
  params: (string | number | null | { hex: string })[]
}
export interface Route {
  method: string
  path: string
  steps: Step[]
  answer: unknown
}

const [file, plan] = process.argv.slice(2)
const db = new Database(file)
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -65536'])
  db.pragma(pragma)

const routes = new Map(
  (JSON.parse(readFileSync(plan!, 'utf8')) as Route[]).map(({ method, path, steps, answer }) => [
    `${method} ${path}`,
    { answer, work: steps.map(stepOf) },
  ]),
)

function stepOf({ how, text, params }: Step): () => unknown {
  const statement = db.prepare(text)
  const values = params.map(value => (typeof value === 'object' && value ? Buffer.from(value.hex, 'hex') : value))
  if (how === 'get') return () => statement.get(...values)
  if (how === 'all') return () => statement.all(...values)
  return () => statement.run(...values)
}

const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    JSON.parse(Buffer.concat(chunks).toString())
  }
  const route = routes.get(`${request.method} ${request.url}`)
  if (!route) return void response.writeHead(404).end()
  for (const step of route.work) step()
  const text = JSON.stringify(route.answer)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` }))
})
process.on('SIGTERM', () => process.exit(0))
