import type { ToolSettings } from '../../../contract/tools'
import { locale } from '../../words/language'
import { t } from '../../words/words'

/** `tables.example/free`: an address without what all addresses begin with. */
export const bare = (url: string) => url.replace(/^https?:\/\//, '')

/** `answered 200`, or that it did not answer. */
export const answerInWords = ({ status }: { status: number | null }) =>
  status === null ? t('no answer') : t('answered {status}', { status: String(status) })

/** `84 ms`, above a second `1.2 s`. */
export const tookInWords = (ms: number) =>
  ms < 1000 ? `${ms} ms` : `${(ms / 1000).toLocaleString(locale, { maximumFractionDigits: 1 })} s`

/** The settings as the fields hold them. A header that is `kept` has its saved value, which is not shown. */
export type Values = Omit<ToolSettings, 'headers'> & { headers: { name: string; value: string; kept?: boolean }[] }

export type Parameter = ToolSettings['schema'][number]

export const typeWords: Record<Parameter['type'], string> = {
  string: t('A text'),
  number: t('A number'),
  boolean: t('Yes or no'),
}

/** A value to try a parameter with, until the person gives another one. */
export const sampleOf = ({ name, type }: Parameter): string =>
  type === 'number' ? '1' : type === 'boolean' ? 'true' : name.replaceAll('_', ' ').trim()

/** The variables in an address and in headers: `{{name}}`, or `{name}` when that is no parameter. */
export function variablesOf({ endpoint, headers, schema }: Pick<Values, 'endpoint' | 'headers' | 'schema'>): string[] {
  const placeholder = /\{\{\s*([A-Za-z_]\w*)\s*\}\}|(?<!\{)\{([A-Za-z_]\w*)\}(?!\})/g
  const parameters = new Set(schema.map(({ name }) => name))
  const inText = (text: string, takesParameters: boolean) =>
    [...text.matchAll(placeholder)].flatMap(([, double, single]) =>
      double !== undefined ? [double] : takesParameters && parameters.has(single!) ? [] : [single!],
    )
  return [...new Set([...inText(endpoint, true), ...headers.flatMap(({ value }) => inText(value, false))])]
}

/** What the fields of a tool may look like. Machines read it, so it is the same in every language. */
export const examples = {
  name: 'find_table',
  endpoint: 'https://example.com/tables/{day}',
  parameter: 'day',
  header: 'Authorization',
  value: 'Bearer …',
}
