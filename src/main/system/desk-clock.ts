import { MINUTE, SECOND } from '../core/kernel/time'
import { isSimulated, keepDeskTime, startOfDeskTime } from '../core/workspace/desk-time'
import type { Clock } from '../ports/system'
import type { ServiceOptions, World } from '../service'
import { StartError, type Store } from '../store/open'
import { createDeskClock } from './clocks'

/**
 * Starts desk time, and writes down again and again where it is: before anything else is written, so that after a kill
 * it is not gone below. Where it runs ahead of the wall, the mark lies ahead of it by what may pass until the next one.
 */
export function startDeskTime(
  { db }: Store,
  { log, dataDir, simulatorSpeed: speed, simulatorStart }: ServiceOptions,
  world: World,
  wall: Clock,
  opened: (() => void)[],
): Clock {
  const start = startOfDeskTime(db, wall.now(), { speed, asked: simulatorStart })
  if (start === false)
    throw new StartError(`--simulator-start needs a fresh folder; time has begun in ${dataDir} already.`)
  const followsWall = !isSimulated(db)
  const clock = world.deskClock ?? createDeskClock({ speed, start, followsWall })
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
  opened.push(() => {
    clearInterval(timer)
    keep(0)
  })
  return clock
}
