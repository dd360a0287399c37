// The strict baseline: a bare node:http handler on a database with one table and one index. It adds a lead, or answers a
// page of leads, with one statement, and commits each lead by itself. Its arguments are a folder and how many leads it has.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const [folder, leads] = process.argv.slice(2)
const db = new Database(join(folder!, 'one-table.db'))
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'cache_size = -65536']) db.pragma(pragma)
db.exec(`CREATE TABLE leads (id INTEGER PRIMARY KEY, campaign_id INTEGER NOT NULL, phone_number TEXT NOT NULL,
  variables TEXT NOT NULL, status TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;
  CREATE INDEX leads_campaign ON leads (campaign_id, id)`)
const insert = db.prepare(
  "INSERT INTO leads (campaign_id, phone_number, variables, status, created_at) VALUES (?, ?, ?, 'created', ?) RETURNING *",
)
const page = db.prepare('SELECT * FROM leads WHERE campaign_id = ? ORDER BY id DESC LIMIT 15')
const variables = JSON.stringify({ name: 'neighbour' })
db.transaction(() => {
  for (let i = 0; i < Number(leads); i++) insert.run(1, `+1212555${String(i).padStart(4, '0')}`, variables, Date.now())
})()

interface Row {
  variables: string
}
const leadOf = (row: unknown) => ({ ...(row as Row), variables: JSON.parse((row as Row).variables) as unknown })

const server = createServer(async (request, response) => {
  let answer: unknown
  if (request.method === 'POST') {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
    answer = leadOf(insert.get(body.campaign_id, body.phone_number, JSON.stringify(body.variables), Date.now()))
  } else answer = { data: page.all(1).map(leadOf) }
  const text = JSON.stringify(answer)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` }))
})
process.on('SIGTERM', () => process.exit(0))
