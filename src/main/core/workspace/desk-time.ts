import type { ReadDb, WriteDb } from '../../store/sql'
import { getState, setState } from './state'

/** What is stored in the state `desk_time`. */
interface SavedDeskTime {
  /** Desk time minus wall time, ms. */
  offset: number
  /** The next run may not begin before this desk time. */
  mark: number
}

/** Whether this data folder ever ran at another speed than 1, or at another time than wall time. Stays true for ever. */
export const isSimulated = (db: ReadDb) => getState<boolean>(db, 'simulated') === true

/**
 * The desk time at which this run begins. It is never before the desk time of an earlier run. `asked` is allowed only in
 * a new folder; returns false when the folder is not new.
 */
export function startOfDeskTime(
  db: WriteDb,
  wallNow: number,
  options: { speed: number; asked?: number },
): number | false {
  const saved = getState<SavedDeskTime>(db, 'desk_time')
  if (options.asked !== undefined && saved) return false
  if (options.speed !== 1 || options.asked !== undefined) setState(db, 'simulated', true)
  if (options.asked !== undefined) return options.asked
  if (!saved) return wallNow
  const offset = isSimulated(db) ? saved.offset : 0
  return Math.max(wallNow + offset, saved.mark)
}

/**
 * Saves desk time for the next run. `ahead`: how much desk time (ms) may pass until it is saved again; it is added, so
 * that the next run does not begin too early when this process is killed before.
 */
export function keepDeskTime(db: WriteDb, now: { desk: number; wall: number }, ahead: number) {
  setState(db, 'desk_time', { offset: now.desk - now.wall, mark: now.desk + ahead } satisfies SavedDeskTime)
}
