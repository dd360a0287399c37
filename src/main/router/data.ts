import { isoTime } from '../../contract/wire'
import type { Context } from '../core/kernel/context'
import { createBackups } from '../core/workspace/backups'
import { checksOf } from '../core/workspace/health'
import { os, whenValid, whenValidLater } from './wiring'

export function dataRoutes(context: Context) {
  const { data, db } = context
  const backups = createBackups(context)
  return os.data.router({
    get: os.data.get.handler(
      whenValidLater(async () => {
        const { database, recordings, documents } = await data.sizes()
        const { last } = backups
        return {
          folder: data.folder,
          database,
          recordings,
          documents,
          backups: data.backups().map(({ name, bytes, madeAt }) => ({ name, bytes, created_at: isoTime(madeAt) })),
          backup: { state: last.state, name: last.state === 'made' ? last.name : null, error: last.error },
        }
      }),
    ),
    check: os.data.check.handler(
      whenValidLater(async () => {
        const checks = checksOf(db, data.folder, await data.check())
        return { ok: checks.every(({ ok }) => ok), checks }
      }),
    ),
    backUp: os.data.backUp.handler(
      whenValid(() => {
        backups.start()
        return { message: 'A backup is being made.' }
      }),
    ),
    cancelBackup: os.data.cancelBackup.handler(
      whenValid(() => {
        backups.cancel()
        return { message: 'The backup was cancelled.' }
      }),
    ),
    removeBackup: os.data.removeBackup.handler(
      whenValid((_, { name }) => {
        backups.remove(name)
        return { message: 'The backup was deleted.' }
      }),
    ),
  })
}
