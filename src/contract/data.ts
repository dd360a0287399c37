import * as z from 'zod'
import { nothing, operation } from './operation'
import { IsoTime } from './wire'

const Size = z.object({ files: z.int(), bytes: z.int() })

const DataFolder = z
  .object({
    folder: z.string(),
    database: Size,
    recordings: Size,
    documents: Size,
    backups: z.array(z.object({ name: z.string(), bytes: z.int(), created_at: IsoTime })),
    backup: z.object({
      state: z.enum(['none', 'running', 'made', 'failed', 'cancelled']),
      name: z.string().nullable(),
      error: z.string().nullable(),
    }),
  })
  .meta({ id: 'DataFolder' })
export type DataFolder = z.output<typeof DataFolder>

const tag = 'Data'

export const data = {
  get: operation({
    method: 'GET',
    path: '/user/data',
    tag,
    summary: 'The data folder: where it is, how large, its backups, and how the last backup goes',
    input: nothing,
    output: DataFolder,
  }),
  check: operation({
    method: 'POST',
    path: '/user/data/check',
    tag,
    summary:
      'Check the data as `doctor` does: the database, the data key and who can read the files. Nothing is changed',
    input: nothing,
    output: z.object({ ok: z.boolean(), checks: z.array(z.object({ text: z.string(), ok: z.boolean() })) }),
  }),
  backUp: operation({
    method: 'POST',
    path: '/user/data/backups',
    tag,
    status: 202,
    summary: 'Begin a backup of the database into the data folder; `GET /user/data` says how it goes',
    description: 'Recordings and the data key are not in it.',
    input: nothing,
    output: z.object({ message: z.string() }),
    refuses: ['conflict'],
  }),
  cancelBackup: operation({
    method: 'POST',
    path: '/user/data/backups/cancel',
    tag,
    summary: 'Cancel the backup that is being made; nothing of it is left',
    input: nothing,
    output: z.object({ message: z.string() }),
    refuses: ['conflict'],
  }),
  removeBackup: operation({
    method: 'DELETE',
    path: '/user/data/backups/{name}',
    tag,
    summary: 'Delete a backup',
    input: z.object({ name: z.string() }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
  }),
}
