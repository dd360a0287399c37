// The built service as a process of its own, and its API, for the scripts that drive it as any program would.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const cli = join(import.meta.dirname, '../out/main/cli.js')

export interface Service {
  api: string
  /** A link to the console that signs in once. */
  console: string
  /** What it said that it should not have to say. */
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

/** Ends it as a person would, or the hard way when it does not end; the code with which it ended, 0 when all is well. */
export async function stopService({ child }: Service): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    const hard = setTimeout(() => child.kill('SIGKILL'), 6000)
    await gone
    clearTimeout(hard)
  }
  return child.exitCode ?? child.signalCode!
}

/** Runs one command of the command line; the last line that it says. */
function lastLineOf(...words: string[]): string {
  const done = spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${words.slice(0, 2).join(' ')}: ${done.stderr}`)
  return done.stdout.trim().split('\n').at(-1)!
}

export const createKey = (dataDir: string, name: string) =>
  lastLineOf('key', 'create', '--name', name, '--data-dir', dataDir)

/** Another link to the console of the running service, since each is good once. */
export const createLink = (dataDir: string) => lastLineOf('console-link', '--data-dir', dataDir)

/** The API as a program uses it: an answer that is no success throws, and where too much was asked it waits. */
export type Client = ReturnType<typeof clientOf>
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
  const sound = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await request(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    request,
    get: <T>(path: string) => sound<T>('GET', path),
    post: <T>(path: string, body: unknown) => sound<T>('POST', path, body),
    put: <T>(path: string, body: unknown) => sound<T>('PUT', path, body),
    async everyPage<T>(path: string): Promise<T[]> {
      const items: T[] = []
      for (let page = 1; ; page++) {
        const answer = await sound<{ data: T[]; last_page: number }>('GET', `${path}?per_page=100&page=${page}`)
        items.push(...answer.data)
        if (page >= answer.last_page) return items
      }
    },
  }
}
