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

/** Lets the writes go through, and refuses the commit of a turn in which they were made, as a full disk may. */
export function refuseCommit(world: TestWorld, on: string) {
  world.db
    .prepare('CREATE TABLE refused (user_id INTEGER REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED) STRICT')
    .run()
  world.db.prepare(`CREATE TRIGGER refuse_commit AFTER ${on} BEGIN INSERT INTO refused VALUES (-1); END`).run()
  return () => {
    world.db.prepare('DROP TRIGGER refuse_commit').run()
    world.db.prepare('DROP TABLE refused').run()
    world.log.errors.length = 0
  }
}
