import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openForService } from '../../src/main/store/open'

/** Less than this may be too little for what several files test at once. */
const ENOUGH = 2 ** 30

/** SQLite waits for the disk at each commit, and a test makes hundreds: where memory can hold the data, it does. */
function fastest(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > ENOUGH ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

const parent = fastest()
let empty: Buffer | undefined

/** A data folder of its own. Its database has the tables already: to make them takes longer than most tests. */
export function dataFolder(): string {
  empty ??= makeEmpty()
  const dir = mkdtempSync(join(parent, 'callwright-test-'))
  writeFileSync(join(dir, 'callwright.db'), empty)
  return dir
}

/** The database as the service itself makes it in a folder that is new. */
function makeEmpty(): Buffer {
  const dir = mkdtempSync(join(parent, 'callwright-test-'))
  try {
    openForService(dir).close()
    return readFileSync(join(dir, 'callwright.db'))
  } finally {
    rmSync(dir, { recursive: true })
  }
}
