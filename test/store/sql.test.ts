import { expect, it } from 'vitest'
import { and, sql } from '../../src/main/store/sql'

it('values become parameters, and queries can be put together', () => {
  const where = and([sql`a = ${1}`, false, sql`b IN (${2}, ${3})`])
  expect(sql`SELECT * FROM t WHERE ${where} LIMIT ${4}`).toEqual({
    text: 'SELECT * FROM t WHERE (a = ?) AND (b IN (?, ?)) LIMIT ?',
    params: [1, 2, 3, 4],
  })
  expect(and([])).toEqual({ text: 'true', params: [] })
})
