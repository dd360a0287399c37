import { setImmediate as turn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { afterCommit } from '../../../src/main/core/kernel/after-commit'
import { Commits } from '../../../src/main/core/kernel/commits'
import type { Outside } from '../../../src/main/core/kernel/context'
import type { CarrierCommand } from '../../../src/main/ports/carrier'
import type { WriteDb } from '../../../src/main/store/sql'

const legId = 'a leg'
const commands: CarrierCommand[] = [
  { type: 'dial', legId, to: '+12025550124', from: null, trunkId: null, ringMs: 1000, recordTo: null },
  { type: 'answer', legId, recordTo: null },
  { type: 'reject', legId },
  { type: 'transfer', legId, to: '+12025550125' },
  { type: 'send_digits', legId, digits: '1' },
  { type: 'hang_up', legId },
]

/** Sends each command in a turn whose commit succeeds or fails. Returns what the carrier was asked before and after it. */
async function inTurn(fails: boolean) {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  db.pragma('foreign_keys = ON')
  db.exec(`CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE b (a INTEGER REFERENCES a (id) DEFERRABLE INITIALLY DEFERRED) STRICT`)
  const commits = new Commits(db as unknown as WriteDb, commit => void setImmediate(commit))
  const asked: CarrierCommand[] = []
  const outside = {
    carrier: { send: (command: CarrierCommand) => void asked.push(command) },
    messagingProvider: {},
    numberProvider: {},
  }
  const { carrier } = afterCommit(commits, outside as Partial<Outside> as Outside)
  commits.run(() => db.exec(fails ? 'INSERT INTO b VALUES (1)' : 'INSERT INTO a VALUES (1)'))
  for (const command of commands) carrier.send(command)
  const before = asked.length
  await turn()
  await turn()
  return { before, asked }
}

it('the carrier is asked after the commit, in the same order', async () => {
  expect(await inTurn(false)).toEqual({ before: 0, asked: commands })
})

it('when the commit fails nobody is dialed, a caller is refused, and nobody is left on a line', async () => {
  const { before, asked } = await inTurn(true)
  expect(before).toBe(0)
  expect(asked.map(({ type }) => type)).toEqual(['reject', 'reject', 'hang_up', 'hang_up'])
})
