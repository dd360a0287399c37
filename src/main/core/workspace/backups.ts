import type { Context } from '../kernel/context'
import { conflict, notFound } from '../kernel/errors'
import { listUsers } from './users'

/** How the last backup that was asked for goes. */
export type BackupState =
  | { state: 'none' | 'running' | 'cancelled'; error: null }
  | { state: 'made'; name: string; error: null }
  | { state: 'failed'; error: string }

/** Makes backups of the data folder, one at a time, while the service runs. */
export function createBackups({ data, db, bus, wall, log }: Pick<Context, 'data' | 'db' | 'bus' | 'wall' | 'log'>) {
  let last: BackupState = { state: 'none', error: null }
  let running: AbortController | undefined
  const publish = () => {
    for (const { id } of listUsers(db)) bus.publish(id, { type: 'data.changed' })
  }
  const end = (state: BackupState) => {
    // A backup that ends with the service has nobody to tell.
    if (data.isClosed) return
    last = state
    running = undefined
    publish()
  }
  return {
    get last() {
      return last
    },
    /** Begins a backup. Throws `conflict` while one is being made. */
    start() {
      if (running) throw conflict('A backup is being made already.')
      const abort = new AbortController()
      running = abort
      last = { state: 'running', error: null }
      publish()
      data.backUp(wall.now(), abort.signal).then(
        name => end({ state: 'made', name, error: null }),
        (error: Error) => {
          if (abort.signal.aborted) return end({ state: 'cancelled', error: null })
          log.warn({ err: error }, 'a backup could not be made')
          end({ state: 'failed', error: error.message })
        },
      )
    },
    /** Ends the backup that is being made; nothing of it is left. Throws `conflict` when there is none. */
    cancel() {
      if (!running) throw conflict('No backup is being made.')
      running.abort()
    },
    /** Throws `not_found`. */
    remove(name: string) {
      if (!data.dropBackup(name)) throw notFound('Backup')
      publish()
    },
  }
}
