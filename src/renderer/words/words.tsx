import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat'
import { Fragment, type ReactNode } from 'react'
import { language, locale } from './language'

// The texts of the console stand in English where they are shown, in ICU MessageFormat: `{n, plural, one {# call} other
// {# calls}}`. The catalogues have the same texts in other languages. A house test says what is missing.

const catalogue: Readonly<Record<string, string>> = language === 'de' ? (await import('./de')).german : {}
const formats = new Map<string, IntlMessageFormat>()

function formatOf(text: string): IntlMessageFormat {
  let format = formats.get(text)
  if (!format) formats.set(text, (format = new IntlMessageFormat(catalogue[text] ?? text, locale)))
  return format
}

/** A text in the person's language. `values` are what stands in braces. */
export const t = (text: string, values?: Record<string, PrimitiveType>): string =>
  values ? String(formatOf(text).format(values)) : (catalogue[text] ?? text)

type Part = ReactNode | ((inside: ReactNode[]) => ReactNode)

/** As `t`, with elements: `See <link>the reference</link>` takes a function `link` that gets what is between the tags. */
export function rich(text: string, values: Record<string, Part>): ReactNode {
  const parts = formatOf(text).format<ReactNode>(values as Record<string, PrimitiveType>)
  if (!Array.isArray(parts)) return parts
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not change places
  return parts.map((part, i) => <Fragment key={i}>{part}</Fragment>)
}
