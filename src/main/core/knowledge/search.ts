import { stemOf, wordsOf } from '../../ports/searchable'
import { all, type ReadDb, sql } from '../../store/sql'

export const queries = {
  /** A word in a heading counts twice. */
  found: (knowledgebaseId: number, words: string, limit: number) =>
    sql`SELECT passages.*, documents.name AS document_name, -found.rank AS score FROM (
        SELECT rowid, rank FROM passage_words
        WHERE passage_words MATCH ${`base : "kb${knowledgebaseId}" AND {heading text} : (${words})`}
          AND rank MATCH 'bm25(0.0, 2.0, 1.0)'
        ORDER BY rank LIMIT ${limit}) AS found
      JOIN passages ON passages.id = found.rowid
      JOIN documents ON documents.id = document_id`,
  ids: (knowledgebaseId: number) =>
    sql`SELECT passages.id FROM documents JOIN passages ON document_id = documents.id
      WHERE knowledgebase_id = ${knowledgebaseId} ORDER BY documents.id, position`,
}

/** How many passages an assistant gets from one search. */
export const SHOWN_PASSAGES = 5

export interface FoundPassage {
  document_id: number
  document_name: string
  text: string
  heading: string | null
  title: string | null
  url: string | null
  page: number | null
  score: number
}

/** Only this many different words of a query are searched for. */
const MOST_WORDS = 32

/**
 * The passages of a knowledge base that fit a query best, best first, ranked by BM25. Any text is a query; its words are
 * also found with other endings.
 */
export function search(db: ReadDb, knowledgebaseId: number, query: string, limit: number): FoundPassage[] {
  const words = [...new Set(wordsOf(query))].slice(0, MOST_WORDS)
  if (words.length === 0) return []
  const terms = words.flatMap(termsFor).join(' OR ')
  const found = all<FoundPassage>(db, queries.found(knowledgebaseId, terms, limit))
  return found.sort((a, b) => b.score - a.score)
}

/**
 * FTS5 search terms for a word: the word itself, and every word with the same stem and another ending. Short words and
 * numbers are searched as they are. The quotes keep FTS5 from reading a word as an operator.
 */
function termsFor(word: string): string[] {
  const stem = stemOf(word)
  return stem === null ? [`"${word}"`] : [`"${word}"`, `"${stem}"*`]
}

export type Excerpt = Pick<FoundPassage, 'heading' | 'text'>

/** Up to `most` passages of a knowledge base, spread evenly over all of its documents. */
export function excerpts(db: ReadDb, knowledgebaseId: number, most: number): Excerpt[] {
  const ids = all<{ id: number }>(db, queries.ids(knowledgebaseId))
  const step = Math.max(1, ids.length / most)
  const chosen = Array.from({ length: Math.min(most, ids.length) }, (_, i) => ids[Math.floor(i * step)]!.id)
  return all<Excerpt>(
    db,
    sql`SELECT heading, text FROM passages WHERE id IN (SELECT value FROM json_each(${JSON.stringify(chosen)})) ORDER BY id`,
  )
}
