import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { end, runCli, serve } from './support/cli'

// Runs the examples of docs/clients.md unchanged and in their order, against one service.

const snippetsOf = (page: string) =>
  [...readFileSync(join(import.meta.dirname, '..', page), 'utf8').matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(
    ([, kind, text]) => ({ kind: kind!, text: text! }),
  )
const snippets = snippetsOf('docs/clients.md')
const only = (kind: string) => {
  const found = snippets.filter(snippet => snippet.kind === kind)
  expect(found).toHaveLength(1)
  return found[0]!.text
}
/** The shell functions at the top of the page. Later examples use them. */
const shell = snippets.filter(({ kind }) => kind === 'sh').map(({ text }) => text)
const helper = shell[0]!.split('\n')[0]!

let dir: string
let service: Awaited<ReturnType<typeof serve>>
let env: NodeJS.ProcessEnv
let key: string

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'callwright-clients-'))
  service = await serve(join(dir, 'data'), '--simulator-speed', '60')
  key = (await runCli(['key', 'create', '--name', 'clients', '--data-dir', join(dir, 'data')])).last
  env = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    CALLWRIGHT_API: service.api,
    CALLWRIGHT_KEY: key,
  }
}, 60_000)
afterAll(async () => {
  await end(service.child, 'SIGTERM')
  rmSync(dir, { recursive: true, force: true })
})

/** Runs a program to its end and answers what it printed; throws when it fails. */
async function run(command: string, name: string, text: string): Promise<string> {
  const file = join(dir, name)
  writeFileSync(file, text)
  return (await promisify(execFile)(command, [file], { env })).stdout
}

/** The lines that a shell example prints, as JSON. */
const bash = async (text: string) =>
  (await run('bash', 'snippet.sh', `set -euo pipefail\n${text === shell[0] ? '' : helper}\n${text}`))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

const ask = async (method: string, path: string, body?: string) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(service.api + path, { method, headers, body })
  return { status: response.status, body: await response.json() }
}

describe('the shell examples', () => {
  it('the shell makes an assistant, a campaign and a lead, and starts the campaign', async () => {
    const [me, assistant, campaign, lead, started] = await bash(shell[0]!)
    expect(me).toEqual({ name: 'Operator', email: 'operator@localhost', total_balance: 25 })
    expect(assistant).toMatchObject({ data: { id: 1, status: 'inactive' } })
    expect(campaign).toMatchObject({ data: { id: 1, status: 'draft' } })
    expect(lead).toMatchObject({ data: { id: 1, status: 'created' } })
    expect(started).toMatchObject({ success: true, data: { campaign_id: 1, status: 'in-progress' } })
  })

  it('the refusal is that of the page', async () => {
    const shown = snippets.find(({ kind }) => kind === 'json')!
    expect(await bash(shell[1]!)).toEqual([JSON.parse(shown.text)])
  })

  it('one idempotency key makes one call', async () => {
    const [first, second] = await bash(shell[2]!)
    expect(first).toMatchObject({ call_id: expect.any(Number), status: 'initiated' })
    expect(second).toEqual(first)
    const { body } = await ask('GET', '/user/calls?phone_number=2025550120')
    expect(body.total).toBe(1)
  })

  it('older paths work', async () => {
    const [lead, reply] = await bash(shell[3]!)
    expect(lead).toMatchObject({ data: { id: 1, variables: { name: 'Robert' } } })
    expect(reply).toMatchObject({ success: true, reply: expect.stringMatching(/\S/) })
  })

  it('operations that are not offered say so', async () => {
    expect(await bash(shell[4]!)).toEqual([{ message: 'Callwright does not offer folders.' }])
    expect(shell).toHaveLength(5)
  })
})

it('the JavaScript example calls, waits, reads a list and reads a refusal', async () => {
  const printed = await run(process.execPath, 'snippet.mjs', only('js'))
  expect(printed).toMatch(/^The call is (completed|ended_by_customer) and cost 0\.\d+ USD\.$/m)
  expect(printed).toContain('bot: Hello Eve, this is Anna.')
  expect(printed).toMatch(/^\+12025550124 [a-z-]+$/m)
  expect(printed).toContain("422 { phone_number: [ 'The phone_number field is required.' ] }")
})

const python = spawnSync('python3', ['-c', 'import requests'])
if (python.status !== 0) console.warn('Skipped: the Python example, since there is no python3 with requests.')
it.skipIf(python.status !== 0)('the Python example calls and reads a list', async () => {
  const printed = await run('python3', 'snippet.py', only('python'))
  expect(printed).toMatch(/^call \d+ initiated$/m)
  expect(printed).toMatch(/^\+12025550124 [a-z-]+$/m)
})

describe('the receiver example', () => {
  async function listen(secret: string) {
    const file = join(dir, 'receiver.mjs')
    // Any free port in place of the page's own.
    writeFileSync(file, `${only('js receiver')}\nserver.on('listening', () => console.log(server.address().port))\n`)
    const child = spawn(process.execPath, [file], { env: { ...env, WEBHOOK_SECRET: secret, PORT: '0' } })
    onTestFinished(async () => void (await end(child, 'SIGTERM')))
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const line = async () => (await lines.next()).value as string
    expect(await line()).toBe('listening')
    return { url: `http://127.0.0.1:${await line()}/`, line }
  }
  const newSecret = async () => (await ask('POST', '/user/webhook-secret/rotate')).body.data.secret as string

  it('the receiver accepts the newest secret and the one before it', async () => {
    const secret = await newSecret()
    const { url, line } = await listen(secret)
    await ask('POST', '/user/webhooks/test', JSON.stringify({ url }))
    expect(await line()).toBe('This is a test from Callwright.')
    await newSecret()
    await ask('POST', '/user/webhooks/test', JSON.stringify({ url }))
    expect(await line()).toBe('This is a test from Callwright.')
  })

  it('the receiver gets the webhook of a call', async () => {
    const { url, line } = await listen(await newSecret())
    const hook = { is_webhook_active: true, webhook_url: url, send_webhook_only_on_completed: false }
    await ask('PUT', '/user/assistant/1', JSON.stringify(hook))
    await ask('POST', '/user/make_call', JSON.stringify({ assistant_id: 1, phone_number: '+12025550201' }))
    let printed = await line()
    while (!printed.startsWith('+12025550201')) printed = await line()
    expect(printed).toBe('+12025550201: busy')
    await ask('PUT', '/user/assistant/1', JSON.stringify({ is_webhook_active: false }))
  })

  it('the receiver refuses a webhook without a signature or with another secret', async () => {
    const { url } = await listen(`whsec_${Buffer.alloc(24).toString('base64')}`)
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
    const { body } = await ask('POST', '/user/webhooks/test', JSON.stringify({ url }))
    await expect
      .poll(async () => (await ask('GET', `/user/webhook-deliveries/${body.data.id}`)).body.attempts[0]?.status_code, {
        timeout: 10_000,
      })
      .toBe(401)
  })
})

interface Node {
  id: string
  name: string
  type: string
  typeVersion: number
  position: [number, number]
  parameters: { method: string; url: string; jsonBody: string }
}

describe('the n8n workflow', () => {
  const workflow = () =>
    JSON.parse(only('json n8n')) as {
      nodes: Node[]
      connections: Record<string, { main: { node: string; type: string; index: number }[][] }>
    }

  it('the workflow connects only nodes that exist', () => {
    const { nodes, connections } = workflow()
    const names = nodes.map(({ name }) => name)
    expect(new Set([...names, ...nodes.map(({ id }) => id)]).size).toBe(2 * nodes.length)
    for (const node of nodes)
      expect(node).toMatchObject({
        type: expect.stringMatching(/^n8n-nodes-base\./),
        typeVersion: expect.any(Number),
        position: [expect.any(Number), expect.any(Number)],
      })
    for (const [from, { main }] of Object.entries(connections))
      for (const name of [from, ...main.flat().map(({ node }) => node)]) expect(names).toContain(name)
  })

  it('the requests of the workflow are answered', async () => {
    // What the webhook node hands on, and then what each node was answered.
    let item: unknown = { body: { phone_number: '+12025550118', name: 'Ann' } }
    for (const { type, parameters } of workflow().nodes) {
      if (type !== 'n8n-nodes-base.httpRequest') continue
      const expression = /^=\{\{(.*)\}\}$/s.exec(parameters.jsonBody)![1]!
      const body = new Function('$json', `return (${expression})`)(item) as string
      const path = parameters.url.replace('http://127.0.0.1:4620/api', '')
      const answer = await ask(parameters.method, path, body)
      expect([path, answer.status]).toEqual([path, 200])
      item = answer.body
    }
    expect(item).toMatchObject({ success: true, data: { campaign_id: 1, status: 'in-progress' } })
  })
})

it('the MCP configuration names operations of the service', async () => {
  const { args, env: given } = JSON.parse(only('json mcp')).mcpServers.callwright
  expect(given.API_BASE_URL).toBe('http://127.0.0.1:4620/api')
  expect(given.OPENAPI_SPEC_PATH).toBe(`${given.API_BASE_URL}/openapi.json`)
  const document = await (await fetch(`${service.api}/openapi.json`)).json()
  const tags = Object.values(document.paths as Record<string, Record<string, { tags: string[] }>>)
    .flatMap(methods => Object.values(methods))
    .flatMap(operation => operation.tags)
  const asked = (args as string[]).filter((_, i) => args[i - 1] === '--tag')
  expect(asked.length).toBeGreaterThan(0)
  for (const tag of asked) expect(tags).toContain(tag)
})

it('the first steps of README.md work, and the examples of this page after them', async () => {
  const folder = join(dir, 'walk')
  const walk = await serve(folder, '--simulator-speed', '60')
  onTestFinished(async () => void (await end(walk.child, 'SIGTERM')))
  const created = await runCli(['key', 'create', '--name', 'walk', '--data-dir', folder])
  const own = { ...env, CALLWRIGHT_API: walk.api, CALLWRIGHT_KEY: created.last }
  const steps = snippetsOf('README.md')
    .filter(({ kind, text }) => kind === 'sh' && /^\s*ask /m.test(text))
    .map(({ text }) => text)
  // The key and the address of this service in place of the page's own, and no model at the end.
  const [first, ...others] = steps.filter(text => !text.includes('providers'))
  const readme = [
    first!.replace(/^KEY=.*$/m, 'KEY=$CALLWRIGHT_KEY').replace(/^API=.*$/m, 'API=$CALLWRIGHT_API'),
    ...others,
  ]
  const all = [...readme, ...shell].join('\n')
  writeFileSync(join(dir, 'walk.sh'), `set -euo pipefail\n${all}`)
  const { stdout } = await promisify(execFile)('bash', [join(dir, 'walk.sh')], { env: own })
  const answers = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  // Only those are refused that the page shows as refusals.
  const refused = answers.filter(answer => answer.errors || /does not offer/.test(answer.message))
  expect(refused.map(({ message }) => message)).toEqual([
    expect.stringMatching(/phone_number/),
    'Callwright does not offer folders.',
  ])
  expect(answers.filter(answer => answer.data?.status === 'in-progress')).toHaveLength(2)
  // The first lead of README.md talks to the assistant, and the second is busy.
  const headers = { authorization: `Bearer ${created.last}` }
  const call = async (id: number) => (await fetch(`${walk.api}/user/calls/${id}`, { headers })).json()
  const statuses = async () => [(await call(1)).status, (await call(2)).status].sort()
  const talked = expect.stringMatching(/^(completed|ended_by_customer)$/)
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(['busy', talked])
  const names = await Promise.all([1, 2].map(async id => (await call(id)).name))
  expect(names.sort()).toEqual(['Bob', 'Eve'])
  writeFileSync(join(dir, 'walk.mjs'), only('js'))
  const printed = await promisify(execFile)(process.execPath, [join(dir, 'walk.mjs')], { env: own })
  expect(printed.stdout).toMatch(/^The call is (completed|ended_by_customer) and cost/m)
})
