// Starts the built service as a process of its own, and calls its API, for scripts that use it like any client.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const cli = join(import.meta.dirname, '../out/main/cli.js')

export interface Service {
  api: string
  /** A link to the console. It can be used once to sign in. */
  console: string
  /** The lines of stderr that are no log lines, and log lines of level error. */
  errors: string[]
  child: ChildProcess
}

/** Starts the service on a folder; `options` are those of `serve`. */
export async function startService(dataDir: string, ...options: string[]): Promise<Service> {
  const args = [cli, 'serve', '--json', '--port', '0', '--data-dir', dataDir, ...options]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  process.once('exit', () => child.kill('SIGKILL'))
  const errors: string[] = []
  createInterface({ input: child.stderr! }).on('line', line => {
    if (!line.startsWith('{')) errors.push(line)
    else if ((JSON.parse(line) as { level: number }).level >= 50) errors.push(line)
  })
  const [first] = (await Promise.race([
    once(createInterface({ input: child.stdout! }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The service did not start: ${errors.join(' ')}`))),
  ])) as [string]
  return { ...(JSON.parse(first) as { api: string; console: string }), errors, child }
}

/** Stops the service with SIGTERM, and with SIGKILL after 6 s. Returns its exit code, or the signal that ended it. */
export async function stopService({ child }: Service): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 6000)
    await gone
    clearTimeout(killTimer)
  }
  return child.exitCode ?? child.signalCode!
}

/** Runs a command of the command line and returns the last line that it prints. */
function lastLineOf(...words: string[]): string {
  const done = spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${words.slice(0, 2).join(' ')}: ${done.stderr}`)
  return done.stdout.trim().split('\n').at(-1)!
}

/** Makes an API key. */
export const createKey = (dataDir: string, name: string) =>
  lastLineOf('key', 'create', '--name', name, '--data-dir', dataDir)

/** Makes another link to the console of the running service, since each can be used once. */
export const createLink = (dataDir: string) => lastLineOf('console-link', '--data-dir', dataDir)

export type Client = ReturnType<typeof clientOf>

/**
 * A client of the API. After an answer of 429 it waits and repeats the request. `get`, `post` and `put` throw when the
 * answer is no success; `request` returns every answer.
 */
export const clientOf = (api: string, key: string) => {
  const request = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: never }> => {
    for (;;) {
      const response = await fetch(api + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = { status: response.status, body: (await response.json()) as never }
      if (answer.status !== 429) return answer
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
    }
  }
  const checked = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await request(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    request,
    get: <T>(path: string) => checked<T>('GET', path),
    post: <T>(path: string, body: unknown) => checked<T>('POST', path, body),
    put: <T>(path: string, body: unknown) => checked<T>('PUT', path, body),
    async everyPage<T>(path: string): Promise<T[]> {
      const items: T[] = []
      for (let page = 1; ; page++) {
        const answer = await checked<{ data: T[]; last_page: number }>('GET', `${path}?per_page=100&page=${page}`)
        items.push(...answer.data)
        if (page >= answer.last_page) return items
      }
    },
  }
}
