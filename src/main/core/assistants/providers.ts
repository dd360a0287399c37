import type { ProviderChange } from '../../../contract/settings'
import type { ProviderAccess } from '../../ports/voice-host'
import { all, one, type ReadDb, run, sql } from '../../store/sql'
import type { Context } from '../kernel/context'
import { notFound } from '../kernel/errors'

export type ProviderKind = 'synthesizer' | 'transcriber' | 'model'

/** A provider, with everything that it is used for. */
export interface Provider {
  /** The id of its catalogue entry for models, else the lowest id of its entries. */
  id: number
  code: string
  name: string
  kinds: ProviderKind[]
  has_key: boolean
  base_url: string | null
}

interface Row {
  id: number
  code: string
  name: string
  kinds: string
  has_key: number
  base_url: string | null
}

// The catalogue has one entry for each use of a provider; here its entries become one row.
const providers = sql`SELECT coalesce(min(CASE WHEN kind = 'model' THEN id END), min(id)) AS id, providers.code AS code,
    min(name) AS name, json_group_array(kind) AS kinds, max(api_key) IS NOT NULL AS has_key, max(base_url) AS base_url
  FROM providers LEFT JOIN provider_credentials ON provider_credentials.code = providers.code`

const toProvider = (row: Row): Provider => ({
  ...row,
  kinds: JSON.parse(row.kinds) as ProviderKind[],
  has_key: row.has_key === 1,
})

export const listProviders = (db: ReadDb): Provider[] =>
  all<Row>(db, sql`${providers} GROUP BY providers.code ORDER BY 1`).map(toProvider)

/** By the id of any of its catalogue entries. Throws `not_found`. */
export function getProvider(db: ReadDb, id: number): Provider {
  const row = findProvider(db, id)
  if (!row) throw notFound('Provider')
  return row
}

/** By the id of any of its catalogue entries. */
export function findProvider(db: ReadDb, id: number): Provider | undefined {
  const row = one<Row>(
    db,
    sql`${providers} WHERE providers.code = (SELECT code FROM providers WHERE id = ${id}) GROUP BY providers.code`,
  )
  return row && toProvider(row)
}

/**
 * Stores the credentials that are given; null deletes one. A key is sent only to the address that it was given for: an
 * address that changes forgets the key, unless `changes` give one too. Throws `not_found`. Call inside a
 * transaction.
 */
export function setCredentials(context: Context, changes: readonly ProviderChange[]) {
  const named = changes.map(change => ({ ...change, provider: getProvider(context.db, change.id) }))
  for (const { base_url, provider } of named) {
    const isNew = base_url !== undefined && base_url !== getProvider(context.db, provider.id).base_url
    setOne(context, { code: provider.code, base_url, ...(isNew && { api_key: null }) })
  }
  // After all addresses, because the same provider may be named more than once.
  for (const { api_key, provider } of named) setOne(context, { code: provider.code, api_key })
}

function setOne(context: Context, { code, api_key, base_url }: Omit<ProviderChange, 'id'> & { code: string }) {
  run(context.db, sql`INSERT INTO provider_credentials (code) VALUES (${code}) ON CONFLICT DO NOTHING`)
  if (api_key !== undefined)
    run(
      context.db,
      sql`UPDATE provider_credentials SET api_key = ${api_key === null ? null : context.secrets.seal(api_key)} WHERE code = ${code}`,
    )
  if (base_url !== undefined)
    run(context.db, sql`UPDATE provider_credentials SET base_url = ${base_url} WHERE code = ${code}`)
}

/** The decrypted credentials of a provider; null when none are stored. */
export function credentialsOf(
  context: Pick<Context, 'db' | 'secrets'>,
  code: string,
): { api_key?: string; base_url?: string } | null {
  const row = one<{ api_key: string | null; base_url: string | null }>(
    context.db,
    sql`SELECT api_key, base_url FROM provider_credentials WHERE code = ${code}`,
  )
  if (!row || (row.api_key === null && row.base_url === null)) return null
  return {
    ...(row.api_key !== null && { api_key: context.secrets.open(row.api_key) }),
    ...(row.base_url !== null && { base_url: row.base_url }),
  }
}

/** How each provider is reached that has a key or an address, by code; keys in clear text. */
export const accessToAll = (context: Pick<Context, 'db' | 'secrets'>): Record<string, ProviderAccess> =>
  Object.fromEntries(
    listProviders(context.db).flatMap(({ code }) => {
      const access = credentialsOf(context, code)
      return access ? [[code, access]] : []
    }),
  )
