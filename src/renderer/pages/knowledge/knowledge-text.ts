import type { Document, DocumentType, Knowledgebase } from '../../../contract/knowledgebases'
import { count } from '../../parts/format'
import { t } from '../../words/words'

/** What a document is. */
export const typeWords: Record<DocumentType, string> = {
  website: t('Website'),
  pdf: 'PDF',
  txt: t('Text file'),
  docx: t('Word file'),
  md: 'Markdown',
  html: 'HTML',
}

export const documentsInWords = (n: number) =>
  t('{n, plural, one {# document} other {{all} documents}}', { n, all: count(n) })
export const passagesInWords = (n: number) =>
  t('{n, plural, one {# passage} other {{all} passages}}', { n, all: count(n) })
export const charactersInWords = (n: number) =>
  t('{n, plural, one {# character} other {{all} characters}}', { n, all: count(n) })

/** What there is besides the state: `1 of 3 could not be read`. */
export function readInWords({ documents_count: all, document_counts: counts }: Knowledgebase): string {
  if (all === 0) return t('No documents yet')
  if (counts.processing > 0) return t('{n} of {all} still to read', { n: count(counts.processing), all: count(all) })
  if (counts.failed > 0) return t('{n} of {all} could not be read', { n: count(counts.failed), all: count(all) })
  return ''
}

/** What a document is made of: its kind, or the addresses of its pages without what all addresses begin with. */
export const madeOf = ({ type, links }: Document): string =>
  type === 'website' ? links.map(bare).join(', ') : typeWords[type]

/** What an address may look like. */
export const EXAMPLE = 'https://example.com/prices'

export const bare = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** How well a passage fits, beside the one that fits best. */
export function fitInWords(score: number, best: number): string {
  if (score >= best) return t('Fits best')
  return score >= 0.6 * best ? t('Fits well') : t('Fits a little')
}
