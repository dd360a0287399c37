import { relative } from 'node:path'
import type { Found } from '../../store/data-thread'
import { openToOthers } from '../../store/private'
import type { ReadDb } from '../../store/sql'
import { keyProblem } from './data-key'

export interface Check {
  /** What was looked at, or what is wrong, as a sentence. */
  text: string
  ok: boolean
}

/** Whether the data is in order: what a look at the database has found, the data key, and who can read the files. */
export function checksOf(db: ReadDb, dataDir: string, { version, isSound, isWhole, wrongBalances }: Found): Check[] {
  const problem = keyProblem(db, dataDir)
  const open = openToOthers(dataDir).map(path => relative(dataDir, path) || dataDir)
  const shown = [...open.slice(0, 5), ...(open.length > 5 ? [`${open.length - 5} more`] : [])].join(', ')
  return [
    { text: `database is sound (SQLite ${version})`, ok: isSound },
    { text: 'references are whole', ok: isWhole },
    { text: 'balances are the sums of their ledgers', ok: wrongBalances === 0 },
    { text: problem ?? 'the data key is the one of this data', ok: problem === null },
    {
      text:
        open.length === 0
          ? 'only their owner can read the files'
          : `other users can read ${shown}; the next start of the service makes them private, but for data.key`,
      ok: open.length === 0,
    },
  ]
}
