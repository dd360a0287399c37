import { makeKey } from '../../store/secrets'
import type { WriteDb } from '../../store/sql'
import { forgetCalendars, forgetHeaders, forgetKeys } from '../assistants/forget-secrets'
import { forgetPasswords } from '../numbers/sip-trunks'
import { forgetSealed, openDataKey } from '../workspace/data-key'

/**
 * Deletes every value that was sealed with the data key and makes a new key. Returns what was deleted, a sentence for each
 * kind. A crash in between leaves a database whose key is reported as missing or foreign, and this can run again.
 */
export function forgetSecrets(db: WriteDb, dataDir: string): string[] {
  const deleted = db
    .transaction(() => {
      forgetSealed(db)
      const [keys, passwords, tools, calendars] = [
        forgetKeys(db),
        forgetPasswords(db),
        forgetHeaders(db),
        forgetCalendars(db),
      ]
      return [
        'The secret that signs webhooks; POST /user/webhook-secret/rotate shows a new one.',
        'The signatures of all links to recordings, and kept answers to requests with an Idempotency-Key.',
        ...(keys > 0 ? [`${keys} keys of providers.`] : []),
        ...(passwords > 0 ? [`${passwords} passwords of SIP trunks.`] : []),
        ...(tools.length > 0 ? [`The headers of these tools: ${tools.join(', ')}.`] : []),
        ...(calendars.length > 0 ? [`The calendar of these assistants: ${calendars.join(', ')}.`] : []),
      ]
    })
    .immediate()
  makeKey(dataDir, { replace: true })
  openDataKey(db, dataDir)
  return deleted
}
