import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { fileExists, fileNames, removeFile } from '../../store/files'
import type { Context } from '../kernel/context'
import { DAY } from '../kernel/time'
import { getSettings } from '../workspace/settings'
import { getState, setState } from '../workspace/state'
import { isLive } from './call-states'
import * as calls from './calls'

/** How long a link to a recording is valid, wall time. */
const LINK_LIFETIME = 7 * DAY

/** The name that the recording of a leg is ordered with. */
export const recordingName = (legId: string) => `${legId}.wav`

/** The path of a recording's file. */
export const recordingFile = (context: Context, name: string) => join(context.recordings, name)

/** Deletes the files of recordings after the commit. A file that cannot be deleted is only logged. */
export function removeRecordings(context: Context, names: readonly (string | null)[]) {
  context.commits.after(failed => {
    if (failed !== undefined) return
    for (const name of names) {
      if (name === null) continue
      try {
        removeFile(recordingFile(context, name))
      } catch (error) {
        context.log.warn({ err: error, name }, 'a recording could not be deleted')
      }
    }
  })
}

/** The name of the complete recording of a leg; null when there is none. Some carriers write MP3 instead of WAV. */
export function recordingOf(context: Context, legId: string): string | null {
  const names = [`${legId}.mp3`, recordingName(legId)]
  return names.find(name => fileExists(recordingFile(context, name))) ?? null
}

/** What is written during a call. */
const UNFINISHED = /\.wav\.part$/

/**
 * Deletes the files that belong to no call: a crash leaves them between the commit that forgets a recording and its
 * deletion, or while a recording is written. A call that is not final yet keeps its file. The recording of a call that a crash
 * cut off is given to `complete`.
 */
export async function sweepRecordings(
  context: Context,
  signal: AbortSignal,
  complete: (legId: string) => Promise<void>,
) {
  for await (const name of fileNames(context.recordings)) {
    if (signal.aborted) return
    const legId = /^([\da-f-]{36})\.(?:wav|mp3)(?:\.part)?$/.exec(name)?.[1]
    if (legId === undefined) continue
    const call = calls.byLeg(context.db, legId)
    if (call && (isLive(call) || call.recording === name)) continue
    if (call?.recording === null && UNFINISHED.test(name)) await complete(legId)
    else removeRecordings(context, [name])
  }
}

/**
 * A signed link to a recording, which needs no API key; null when there is no recording. `base`: the address of the API
 * that it begins with.
 */
export function recordingUrl(context: Context, name: string | null, base = context.baseUrl): string | null {
  if (name === null) return null
  const expires = Math.floor((context.wall.now() + LINK_LIFETIME) / 1000)
  return `${base}/recordings/${name}?expires=${expires}&sig=${sign(context, name, expires)}`
}

/** A link for a receiver elsewhere: it begins with the public address of the settings, if there is one. */
export const publicRecordingUrl = (context: Context, name: string | null) =>
  recordingUrl(context, name, getSettings(context.db).public_base_url ?? context.baseUrl)

/** Whether the signature of a link is right and the link has not expired. */
export function isGoodLink(context: Context, name: string, expires: string, signature: string): boolean {
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < context.wall.now()) return false
  const given = Buffer.from(signature)
  const expected = Buffer.from(sign(context, name, Number(expires)))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function sign(context: Context, name: string, expires: number) {
  let sealed = getState<string>(context.db, 'recording_key')
  if (!sealed) {
    sealed = context.secrets.seal(randomBytes(32).toString('base64'))
    setState(context.db, 'recording_key', sealed)
  }
  return createHmac('sha256', context.secrets.open(sealed)).update(`${name}:${expires}`).digest('base64url')
}
