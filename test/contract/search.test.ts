import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { readSearch } from '../../src/contract/search'
import { excerptOf } from '../../src/main/core/privacy/excerpt'
import { openForService } from '../../src/main/store/open'
import { run, sql } from '../../src/main/store/sql'
import { allOf } from '../../src/main/store/word-search'
import { emptyFolder } from '../support/folder'

/** The real index of the words of SMS; `finds` tells whether a search finds a text in it. */
function index() {
  const store = openForService(emptyFolder())
  onTestFinished(() => store.close())
  run(store.db, sql`INSERT INTO users (id, name, email, created_at) VALUES (2, 'A', 'a@example.com', 0)`)
  const found = store.db.prepare('SELECT count(*) FROM sms_words WHERE sms_words MATCH ?').pluck()
  return (text: string, typed: string) => {
    const search = readSearch(typed)
    if (!search || 'number' in search) return search
    run(store.db, sql`DELETE FROM sms`)
    run(
      store.db,
      sql`INSERT INTO sms (id, message_id, user_id, phone_number_id, carrier, from_number, to_number, body, segments,
          segment_price, total_cost, status, sid, created_at, updated_at)
        VALUES (1, 'm', 2, 1, 'simulated', '+1', '+2', ${text}, 1, 0, 0, 'sent', 'm', 0, 0)`,
    )
    return found.get(allOf(search.words)) === 1
  }
}

it('any text can be searched for without an error', () => {
  const finds = index()
  const parts = fc.constantFrom(
    '"',
    '*',
    '-',
    ' AND ',
    ' OR ',
    ' NOT ',
    'NEAR(',
    '^',
    ':',
    '{',
    '}',
    '+',
    '\u0000',
    '\ud800',
    '\u0301',
    '(0)',
  )
  const typed = fc
    .array(fc.oneof(fc.string({ unit: 'binary' }), parts, fc.string()), { maxLength: 6 })
    .map(all => all.join(''))
  fc.assert(
    fc.property(typed, fc.string(), (search, text) => {
      finds(text, search)
      const read = readSearch(search)
      if (read && 'words' in read) expect(excerptOf(text, read.words).isWellFormed()).toBe(true)
    }),
    { numRuns: 500 },
  )
})

const letter = fc.constantFrom(...'aábcçdEéÀüñøåžЖяλΩ王小明ñşğ')
const word = fc.string({ unit: letter, minLength: 1, maxLength: 8 })
const between = fc.constantFrom(' ', ', ', '. ', ' – ', '!', '\n', '"', " '", ' * ', '-')
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

it('a search finds a text that has its words, in any order, with other accents, and the last one only begun', () => {
  const finds = index()
  const text = fc.array(fc.tuple(word, between), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(text, fc.infiniteStream(fc.nat()), fc.nat(), (items, picks, cut) => {
      const words = items.map(([one]) => one)
      const picked = [...picks.take(1 + (cut % 4))].map(n => plain(words[n % words.length]!).toUpperCase())
      const last = [...picked.at(-1)!]
      picked.push(last.slice(0, 1 + (cut % last.length)).join(''))
      picked.splice(-2, 1)
      expect(finds(items.flat().join(''), picked.join(' '))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

it('a search does not find a text that lacks one of its words', () => {
  const finds = index()
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), words => {
      expect(finds(words.join(' '), [...words, 'qqq'].join(' '))).toBe(false)
      expect(finds(words.join(' '), ['qqq', ...words].join(' '))).toBe(false)
    }),
    { numRuns: 100 },
  )
})

it.each([
  ['+44 20 7946 0123', '442079460123'],
  ['0044 20 7946 0123', '442079460123'],
  ['+44 (0)20 7946 0123', '442079460123'],
  ['020 7946 0123', '2079460123'],
  ['(202) 555-0123', '2025550123'],
  ['202.555.0123', '2025550123'],
  ['\u202a+1 202‑555‑0123\u202c', '12025550123'],
  ['0', '0'],
])('%s is a number', (typed, number) => {
  expect(readSearch(typed)).toEqual({ number })
})

it('letters make words, and nothing makes no search', () => {
  expect(readSearch('room 12')).toEqual({ words: ['room', '12'] })
  for (const typed of ['', '   ', '+', '?!', '()', undefined]) expect(readSearch(typed)).toBeUndefined()
})
