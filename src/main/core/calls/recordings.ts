import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { removeFile } from '../../store/files'
import type { Context } from '../kernel/context'
import { DAY } from '../kernel/time'
import { getState, setState } from '../workspace/state'

const VALID = 7 * DAY

/** The file of a call's recording. */
export const recordingFile = (context: Context, name: string) => join(context.recordings, name)

/** Deletes recordings' files; one that is not there is none to delete. */
export function removeRecordings(context: Context, names: readonly (string | null)[]) {
  for (const name of names) {
    if (name === null) continue
    try {
      removeFile(recordingFile(context, name))
    } catch (error) {
      context.log.warn({ err: error, name }, 'a recording could not be deleted')
    }
  }
}

/** A link to a recording that is good for seven days of wall time and needs no key. */
export function recordingUrl(context: Context, name: string | null): string | null {
  if (name === null) return null
  const expires = Math.floor((context.wall.now() + VALID) / 1000)
  return `${context.baseUrl}/recordings/${name}?expires=${expires}&sig=${sign(context, name, expires)}`
}

/** Whether a link is one of ours and still good. */
export function isGoodLink(context: Context, name: string, expires: string, signature: string): boolean {
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < context.wall.now()) return false
  const given = Buffer.from(signature)
  const right = Buffer.from(sign(context, name, Number(expires)))
  return given.length === right.length && timingSafeEqual(given, right)
}

function sign(context: Context, name: string, expires: number) {
  let sealed = getState<string>(context.db, 'recording_key')
  if (!sealed) {
    sealed = context.secrets.seal(randomBytes(32).toString('base64'))
    setState(context.db, 'recording_key', sealed)
  }
  return createHmac('sha256', context.secrets.open(sealed)).update(`${name}:${expires}`).digest('base64url')
}
