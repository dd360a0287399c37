import { MINUTE, SECOND } from '../core/kernel/time'
import { isSimulated, keepDeskTime, startOfDeskTime } from '../core/workspace/desk-time'
import type { Clock, Log } from '../ports/system'
import type { WriteDb } from '../store/sql'
import { StartError } from '../store/start-error'
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
 * Starts desk time and stores it regularly, so that it never goes back, even after the process was killed. While desk
 * time runs ahead of wall time, the stored value is higher than the current one, by what may pass until it is stored
 * again. It is stored for the first time here, before the service writes anything else. Throws StartError when `start`
 * is given for a folder that is not fresh.
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
    log.warn(
      { ahead: clock.now() - wall.now() },
      "the machine's clock is behind the stored desk time; was it set back?",
    )
  const store = (ahead: number) => keepDeskTime(db, { desk: clock.now(), wall: wall.now() }, ahead)
  let storedAt = 0
  const storeIfDue = () => {
    const now = performance.now()
    const everySecond = !followsWall || isAhead()
    if (!everySecond && now - storedAt < MINUTE) return
    storedAt = now
    store(everySecond ? 3 * SECOND * speed : 0)
  }
  storeIfDue()
  const timer = setInterval(() => {
    try {
      storeIfDue()
    } catch (error) {
      log.error({ err: error }, 'desk time could not be stored')
    }
  }, SECOND)
  timer.unref()
  return {
    clock,
    stop() {
      clearInterval(timer)
      store(0)
    },
  }
}
