import { MINUTE, SECOND } from '../core/kernel/time'
import { isSimulated, keepDeskTime, startOfDeskTime } from '../core/workspace/desk-time'
import type { Clock, Log } from '../ports/system'
import { StartError } from '../store/open'
import type { WriteDb } from '../store/sql'
import { createDeskClock } from './clocks'

interface DeskClockOptions {
  dataDir: string
  /** How many times as fast as wall time desk time runs. */
  speed: number
  /** Where desk time begins in a fresh folder, epoch milliseconds. */
  start?: number
  wall: Clock
  log: Log
  /** A clock to use in place of a new one. */
  clock?: Clock
}

/**
 * Starts desk time and stores again and again where it is, before anything else is written: after a kill it never goes
 * back. Where desk time runs ahead of wall time, the stored mark lies ahead by what may pass until the next one. Throws
 * StartError when `start` is asked for in a folder that is not fresh.
 */
export function startDeskClock(
  db: WriteDb,
  { dataDir, speed, start: asked, wall, log, clock: given }: DeskClockOptions,
): { clock: Clock; stop(): void } {
  const start = startOfDeskTime(db, wall.now(), { speed, asked })
  if (start === false)
    throw new StartError(`--simulator-start needs a fresh folder; time has begun in ${dataDir} already.`)
  const followsWall = !isSimulated(db)
  const clock = given ?? createDeskClock({ speed, start, followsWall })
  const isAhead = () => clock.now() > wall.now() + SECOND
  if (followsWall && clock.now() > wall.now() + MINUTE)
    log.warn({ ahead: clock.now() - wall.now() }, "the machine's clock is behind what is stored; was it set back?")
  const keep = (ahead: number) => keepDeskTime(db, { desk: clock.now(), wall: wall.now() }, ahead)
  let kept = 0
  const keepOften = () => {
    const now = performance.now()
    const everySecond = !followsWall || isAhead()
    if (!everySecond && now - kept < MINUTE) return
    kept = now
    keep(everySecond ? 3 * SECOND * speed : 0)
  }
  keepOften()
  const timer = setInterval(() => {
    try {
      keepOften()
    } catch (error) {
      log.error({ err: error }, 'desk time could not be kept')
    }
  }, SECOND)
  timer.unref()
  return {
    clock,
    stop() {
      clearInterval(timer)
      keep(0)
    },
  }
}
