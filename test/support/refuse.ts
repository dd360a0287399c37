import type { TestWorld } from './world'

/** Makes the store refuse a write, as a full disk or another program would. The returned function allows it again. */
export function refuse(world: TestWorld, on: string, when = 'true') {
  world.db
    .prepare(`CREATE TRIGGER refuse BEFORE ${on} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`)
    .run()
  return () => {
    world.db.prepare('DROP TRIGGER refuse').run()
    // The test caused these errors.
    world.log.errors.length = 0
  }
}
