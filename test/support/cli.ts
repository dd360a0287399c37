import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const cli = join(import.meta.dirname, '../../out/main/cli.js')

/** Runs the built command line until it ends. */
export async function runCli(args: string[], node = process.execPath) {
  const child = spawn(node, [cli, ...args])
  let out = ''
  let err = ''
  child.stdout.on('data', chunk => (out += chunk))
  child.stderr.on('data', chunk => (err += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err, last: out.trimEnd().split('\n').at(-1) ?? '' }
}

/** The built service as a process on a data folder. Its first line has its addresses. */
export async function serve(dataDir: string, ...args: string[]) {
  const child = spawn(process.execPath, [cli, 'serve', '--data-dir', dataDir, '--port', '0', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr!.on('data', chunk => (log += chunk))
  const gone = once(child, 'exit').then(() => Promise.reject(new Error(`the service ended: ${log}`)))
  gone.catch(() => {})
  const [line] = (await Promise.race([once(createInterface(child.stdout!), 'line'), gone])) as [string]
  return { child, log: () => log, ...(JSON.parse(line) as { api: string; console: string; dataDir: string }) }
}

/** Ends a process and returns its exit code. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const gone = once(child, 'exit')
  child.kill(signal)
  const [code] = (await gone) as [number | null]
  return code
}
