import { isOpenToOthers } from '../../store/private'
import { hasKey, keyFileIn, makeKey, readKey, type Secrets, secretsWith } from '../../store/secrets'
import { all, one, type ReadDb, run, sql, type WriteDb } from '../../store/sql'
import { StartError } from '../../store/start-error'
import { getState, setState } from './state'

/** The state that holds a word which was sealed with the data key: by it the right key is known. */
const WORD = 'sealed_word'

const remedy =
  'Put the right file back, as it was when the data was made. If it is lost, "doctor --forget-secrets" deletes every secret that was sealed with it and makes a new key.'

/**
 * Opens the data key of a database. It is made only for a new database; an older one without a sealed word gets one here.
 * Throws StartError when the key is missing, is not the one of the database, or can be read by others.
 */
export function openDataKey(db: WriteDb, dataDir: string): Secrets {
  const problem = keyProblem(db, dataDir)
  if (problem !== null) throw new StartError(problem)
  if (!hasKey(dataDir)) makeKey(dataDir)
  const secrets = secretsWith(readKey(dataDir)!)
  if (getState(db, WORD) === undefined) setState(db, WORD, secrets.seal('callwright'))
  return secrets
}

/** What is wrong with the data key of a database, and what can be done, as sentences; null when nothing is. */
export function keyProblem(db: ReadDb, dataDir: string): string | null {
  const file = keyFileIn(dataDir)
  const word = getState<string>(db, WORD)
  const sealed = word === undefined ? sealedValues(db) : [word]
  if (!hasKey(dataDir)) {
    // A folder that is being set up has no user yet.
    const isNew = sealed.length === 0 && !one(db, sql`SELECT 1 FROM users LIMIT 1`)
    return isNew ? null : `The data key ${file} is missing. ${remedy}`
  }
  if (isOpenToOthers(file))
    return `The data key ${file} can be read by other users of this machine. If they can be trusted, make it private: chmod 600 ${file}. Else "doctor --forget-secrets" deletes every secret that was sealed with it and makes a new key.`
  const key = readKey(dataDir)
  if (key === null) return `The file ${file} does not hold a data key. ${remedy}`
  const { open } = secretsWith(key)
  return sealed.length === 0 || sealed.some(value => opens(open, value))
    ? null
    : `The file ${file} holds the key of other data. ${remedy}`
}

function opens(open: Secrets['open'], sealed: string): boolean {
  try {
    open(sealed)
    return true
  } catch {
    return false
  }
}

/** Where sealed values are stored, by table. */
const places: Record<string, string> = {
  state: `SELECT json_extract(value, '$[0]') AS sealed FROM state WHERE key = 'webhook_secrets'
    UNION ALL SELECT json_extract(value, '$') FROM state WHERE key = 'recording_key'`,
  provider_credentials: 'SELECT api_key AS sealed FROM provider_credentials',
  sip_trunks: 'SELECT password AS sealed FROM sip_trunks',
  tools: 'SELECT headers AS sealed FROM tools',
  assistants: `SELECT value ->> '$.data.calcom_api_key' AS sealed FROM assistants, json_each(settings, '$.tools')`,
}

/** Some of the sealed values of a database, which may be an older one. */
function sealedValues(db: ReadDb): string[] {
  const tables = all<{ name: string }>(db, sql`SELECT name FROM sqlite_master WHERE type = 'table'`)
  return tables
    .flatMap(({ name }) => places[name] ?? [])
    .flatMap(place =>
      all<{ sealed: string }>(db, {
        text: `SELECT sealed FROM (${place}) WHERE sealed LIKE 'sealed:%' LIMIT 20`,
        params: [],
      }),
    )
    .map(({ sealed }) => sealed)
}

/**
 * Deletes what the workspace itself has sealed: the secret that signs webhooks, the key of links to recordings, kept
 * answers, and the sealed word. Call inside a transaction.
 */
export function forgetSealed(db: WriteDb) {
  run(
    db,
    sql`DELETE FROM state WHERE key IN ('webhook_secrets', 'webhook_secrets_overlap_until', 'recording_key', ${WORD})`,
  )
  run(db, sql`DELETE FROM kept_answers`)
}
