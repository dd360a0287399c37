// The service as a process with a probe that measures how long its event loop is blocked.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { Probed } from './probe'
import { serviceOn, startChild, stopChild } from './support'

export interface Answered {
  /** Until the whole answer was received. */
  ms: number
  // biome-ignore lint/suspicious/noExplicitAny: as the contract says
  body: any
}

export interface Watched {
  ask(method: string, path: string, body?: string): Promise<Answered>
  /** Runs `work` and returns its result, with what the probe has measured during it. */
  during<T>(work: () => Promise<T>): Promise<Probed & { result: T }>
  stop(): Promise<void>
}

/** Starts the service on a folder, with more options if there are any. Requests use one connection that is kept open. */
export async function startWatched(dataDir: string, key: string, options: string[] = []): Promise<Watched> {
  const { child, line } = await startChild(['--import', './bench/probe.ts', ...serviceOn(dataDir), ...options])
  const { api } = JSON.parse(line) as { api: string }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    ask: (method, path, body = '') => ask(agent, api + path, method, key, body),
    async during(work) {
      await command(child, 'watch')
      const result = await work()
      return { ...((await command(child, 'report')) as Probed), result }
    },
    stop() {
      agent.destroy()
      return stopChild(child)
    },
  }
}

/** Sends a message to the probe and returns its answer. */
async function command(child: ChildProcess, what: string): Promise<unknown> {
  child.send(what)
  const [answer] = await once(child, 'message')
  return answer
}

function ask(agent: Agent, url: string, method: string, key: string, body: string): Promise<Answered> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const since = performance.now()
    const outgoing = request(url, { agent, method, headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () => {
        const ms = performance.now() - since
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode! < 300) resolve({ ms, body: JSON.parse(text) })
        else reject(new Error(`${method} ${url} was answered ${response.statusCode} ${text.slice(0, 300)}`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
