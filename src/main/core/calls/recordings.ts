import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { removeFile } from '../../store/files'
import type { Desk } from '../kernel/context'
import { DAY } from '../kernel/time'
import { getState, setState } from '../workspace/state'

const VALID = 7 * DAY

/** The file of a call's recording. */
export const recordingFile = (desk: Desk, name: string) => join(desk.recordings, name)

/** Deletes recordings' files; one that is not there is none to delete. */
export function removeRecordings(desk: Desk, names: readonly (string | null)[]) {
  for (const name of names) {
    if (name === null) continue
    try {
      removeFile(recordingFile(desk, name))
    } catch (error) {
      desk.log.warn({ err: error, name }, 'a recording could not be deleted')
    }
  }
}

/** A link to a recording that is good for seven days of wall time and needs no key. */
export function recordingUrl(desk: Desk, name: string | null): string | null {
  if (name === null) return null
  const expires = Math.floor((desk.wall.now() + VALID) / 1000)
  return `${desk.baseUrl}/recordings/${name}?expires=${expires}&sig=${sign(desk, name, expires)}`
}

/** Whether a link is one of ours and still good. */
export function isGoodLink(desk: Desk, name: string, expires: string, signature: string): boolean {
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < desk.wall.now()) return false
  const given = Buffer.from(signature)
  const right = Buffer.from(sign(desk, name, Number(expires)))
  return given.length === right.length && timingSafeEqual(given, right)
}

function sign(desk: Desk, name: string, expires: number) {
  let sealed = getState<string>(desk.db, 'recording_key')
  if (!sealed) {
    sealed = desk.secrets.seal(randomBytes(32).toString('base64'))
    setState(desk.db, 'recording_key', sealed)
  }
  return createHmac('sha256', desk.secrets.open(sealed)).update(`${name}:${expires}`).digest('base64url')
}
