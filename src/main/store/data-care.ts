import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataWork, Found } from './data-thread.ts'
import createThread from './data-thread.ts?nodeWorker'
import { sync } from './private'

export interface Backup {
  name: string
  bytes: number
  /** Wall time. */
  madeAt: number
}

/** The data folder as a whole: how large it is, its backups, and whether the database is sound. */
export interface DataCare {
  readonly folder: string
  /** The files and bytes of the database, of the recordings and of documents that are not read yet. */
  sizes(): Promise<Record<'database' | 'recordings' | 'documents' | 'backups', { files: number; bytes: number }>>
  /** The newest first. */
  backups(): Backup[]
  /**
   * Copies the database to a new backup that only its owner can read, in a thread of its own, and returns its name. Rejects
   * when `signal` ends it; nothing is left then. `now`: wall time.
   */
  backUp(now: number, signal: AbortSignal): Promise<string>
  /** Deletes a backup. Returns false when there is none with this name. */
  dropBackup(name: string): boolean
  /** Looks at the database in a thread of its own. */
  check(): Promise<Found>
  /** Ends what is under way. */
  close(): void
  /** Whether the service stops. */
  readonly isClosed: boolean
}

const isBackup = (name: string) => /^[\w.-]+\.db$/.test(name)

/** Opens `backups/` in the data folder, and deletes copies there that a crash has left unfinished. */
export function openDataCare(dataDir: string, database: string): DataCare {
  const folder = join(dataDir, 'backups')
  const ended = new AbortController()
  for (const name of namesIn(folder)) if (name.endsWith('.part')) rmSync(join(folder, name), { force: true })

  async function inThread(work: DataWork, signal: AbortSignal): Promise<Found | null> {
    signal.throwIfAborted()
    const thread = createThread({ workerData: work, execArgv: [], stdout: true, stderr: true })
    thread.stdout.resume()
    thread.stderr.resume()
    const { promise, resolve, reject } = Promise.withResolvers<Found | null>()
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    thread.on('message', resolve)
    thread.on('error', reject)
    thread.on('exit', code => reject(new Error(`the thread ended by itself with ${code}`)))
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', abort)
      await thread.terminate()
    }
  }

  return {
    folder: dataDir,
    async sizes() {
      const [recordings, documents, backups] = await Promise.all(
        ['recordings', 'documents', 'backups'].map(name => sizeOf(join(dataDir, name))),
      )
      const files = [database, `${database}-wal`].filter(file => existsSync(file))
      const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
      return { database: { files: 1, bytes }, recordings: recordings!, documents: documents!, backups: backups! }
    },
    backups() {
      return namesIn(folder)
        .filter(isBackup)
        .map(name => ({ name, ...factsOf(join(folder, name)) }))
        .sort((a, b) => b.madeAt - a.madeAt || b.name.localeCompare(a.name))
    },
    async backUp(now, signal) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const stamp = new Date(now).toISOString().replace(/[:.]/g, '-')
      const name = `backup-${stamp}.db`
      const part = join(folder, `${name}.part`)
      writeFileSync(part, '', { mode: 0o600, flag: 'wx' })
      try {
        await inThread({ file: database, to: part }, AbortSignal.any([signal, ended.signal]))
        sync(part)
        renameSync(part, join(folder, name))
        sync(folder)
        return name
      } catch (error) {
        rmSync(part, { force: true })
        throw error
      }
    },
    dropBackup(name) {
      if (!isBackup(name) || !existsSync(join(folder, name))) return false
      rmSync(join(folder, name))
      return true
    },
    check: async () => (await inThread({ file: database, check: true }, ended.signal))!,
    close: () => ended.abort(new Error('the service stops')),
    get isClosed() {
      return ended.signal.aborted
    },
  }
}

/** The names in a folder; none when there is no such folder. */
const namesIn = (folder: string) => (existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : [])

function factsOf(file: string) {
  const { size, mtimeMs } = statSync(file)
  return { bytes: size, madeAt: Math.round(mtimeMs) }
}

/** Answers `none` for a file or a folder that is not there, or not any more, or is no folder. */
const noneIfGone =
  <T>(none: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return none
    throw error
  }

/** The files of a folder and their bytes. A file may be deleted meanwhile. */
async function sizeOf(folder: string) {
  let bytes = 0
  let files = 0
  for (const name of await readdir(folder).catch(noneIfGone<string[]>([]))) {
    const found = await stat(join(folder, name)).catch(noneIfGone(null))
    if (!found?.isFile()) continue
    files++
    bytes += found.size
  }
  return { files, bytes }
}
