import type { BuiltInTool } from '../../../contract/built-in-tools'
import { all, run, sql, type WriteDb } from '../../store/sql'

/** Deletes the keys of providers. Returns how many. Call inside a transaction, as all functions here. */
export const forgetKeys = (db: WriteDb): number =>
  run(db, sql`UPDATE provider_credentials SET api_key = NULL WHERE api_key IS NOT NULL`)

/** Deletes the headers of tools. Returns the names of the tools that had some. */
export const forgetHeaders = (db: WriteDb): string[] =>
  all<{ name: string }>(db, sql`UPDATE tools SET headers = '[]' WHERE headers LIKE 'sealed:%' RETURNING name`).map(
    ({ name }) => name,
  )

/** Takes the calendar off the assistants: without its key it cannot be asked. Returns the names of the assistants. */
export function forgetCalendars(db: WriteDb): string[] {
  const found = all<{ id: number; name: string; settings: string }>(
    db,
    sql`SELECT id, name, settings FROM assistants WHERE EXISTS (
      SELECT 1 FROM json_each(settings, '$.tools') WHERE value ->> '$.data.calcom_api_key' LIKE 'sealed:%')`,
  )
  for (const { id, settings } of found) {
    const kept = JSON.parse(settings) as { tools: BuiltInTool[] }
    kept.tools = kept.tools.filter(({ data }) => data.calcom_api_key === undefined)
    run(db, sql`UPDATE assistants SET settings = ${JSON.stringify(kept)} WHERE id = ${id}`)
  }
  return found.map(({ name }) => name)
}
