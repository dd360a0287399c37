import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openForService } from '../../src/main/store/open'

/** Bytes of free memory that several test files at once may need. */
const ENOUGH = 2 ** 30

/** The folder for data: in memory where it fits, since SQLite waits for the disk at each commit. */
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

/** A new data folder. Its database has the tables already, because creating them takes longer than most tests. */
export function dataFolder(): string {
  empty ??= makeEmpty()
  const dir = mkdtempSync(join(parent, 'callwright-test-'))
  writeFileSync(join(dir, 'callwright.db'), empty)
  return dir
}

/** The empty database, as the service creates it in a new folder. */
function makeEmpty(): Buffer {
  const dir = mkdtempSync(join(parent, 'callwright-test-'))
  try {
    openForService(dir).close()
    return readFileSync(join(dir, 'callwright.db'))
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** An empty folder on the disk that is deleted after the test. */
export function emptyFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'callwright-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
