import { searchable } from '../../ports/searchable'
import { all, type ReadDb, sql } from '../../store/sql'

// Searching

export const queries = {
  /** Where a word is found in a heading, it counts twice. */
  found: (knowledgebaseId: number, words: string, limit: number) =>
    sql`SELECT passages.*, documents.name AS document_name, -found.rank AS score FROM (
        SELECT rowid, rank FROM passage_words
        WHERE passage_words MATCH ${`base : "kb${knowledgebaseId}" AND {heading text} : (${words})`}
          AND rank MATCH 'bm25(0.0, 2.0, 1.0)'
        ORDER BY rank LIMIT ${limit}) AS found
      JOIN passages ON passages.id = found.rowid
      JOIN documents ON documents.id = document_id`,
}

/** How many passages an assistant gets for one search. */
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

/** So many of the words that are asked for count. */
const MOST_WORDS = 32

/**
 * The passages of a knowledge base that fit a query best, the best first. Any text is a query: each of its words is
 * looked for in any form, and the more of them a passage has, and the rarer they are, the better it fits (BM25).
 */
export function search(db: ReadDb, knowledgebaseId: number, query: string, limit: number): FoundPassage[] {
  const words = [...new Set(searchable(query).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu))].slice(0, MOST_WORDS)
  if (words.length === 0) return []
  const found = all<FoundPassage>(db, queries.found(knowledgebaseId, words.flatMap(inAnyForm).join(' OR '), limit))
  return found.sort((a, b) => b.score - a.score)
}

/**
 * A word as it stands, and whatever begins as it does: languages inflect at the end. Numbers have no forms. In quotes
 * nothing is an operator of FTS5's.
 */
function inAnyForm(word: string): string[] {
  const letters = [...word]
  if (letters.length < 4 || !/^[\p{L}\p{M}]+$/u.test(word)) return [`"${word}"`]
  const ending = letters.length >= 7 ? 3 : 1
  return [`"${word}"`, `"${letters.slice(0, letters.length - ending).join('')}"*`]
}
