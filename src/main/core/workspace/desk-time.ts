import type { ReadDb, WriteDb } from '../../store/sql'
import { getState, setState } from './state'

interface Kept {
  /** Desk minus wall time. */
  offset: number
  /** Desk time that is not to be gone below. */
  mark: number
}

/** Whether the folder ever ran at another speed than 1, or at another time than the wall's: for good. */
export const isSimulated = (db: ReadDb) => getState<boolean>(db, 'simulated') === true

/**
 * Where desk time begins in this run: after everything that was before, over restarts too. `asked` is honoured in a
 * fresh folder only; false means that the folder is not fresh.
 */
export function startOfDeskTime(
  db: WriteDb,
  wallNow: number,
  options: { speed: number; asked?: number },
): number | false {
  const kept = getState<Kept>(db, 'desk_time')
  if (options.asked !== undefined && kept) return false
  if (options.speed !== 1 || options.asked !== undefined) setState(db, 'simulated', true)
  if (options.asked !== undefined) return options.asked
  if (!kept) return wallNow
  const offset = isSimulated(db) ? kept.offset : 0
  return Math.max(wallNow + offset, kept.mark)
}

/**
 * Keeps desk time. While it runs fast the mark lies ahead of it by what may pass until the next one is written, so that
 * it is not gone below even when the process is killed in between.
 */
export function keepDeskTime(db: WriteDb, now: { desk: number; wall: number }, ahead: number) {
  setState(db, 'desk_time', { offset: now.desk - now.wall, mark: now.desk + ahead } satisfies Kept)
}
