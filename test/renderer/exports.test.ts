import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { Unreachable } from '../../src/renderer/api/client'
import { byCursor } from '../../src/renderer/exports/by-cursor'
import { momentCell, moneyCell, valueCell } from '../../src/renderer/exports/cells'
import { type Cell, habits, linesOf } from '../../src/renderer/exports/csv'
import { readAll } from '../../src/renderer/exports/read-all'

const { en, de } = habits
/** Written here anew, so that a slip in the rule of the console is seen. */
const begins = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']
const isNumber = (text: string) => /^\+[0-9]{1,15}$/.test(text)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(
      fc.constantFrom(...begins),
      fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', '1', 'a', '+', "'") }),
    )
    .map(parts => parts.join('')),
  fc.stringMatching(/^\+[0-9]{1,17}$/),
)
const read = (csv: string, delimiter: string) => Papa.parse<string[]>(csv, { delimiter, newline: '\r\n' }).data

it('a cell that a spreadsheet would run is text in the file, and every other cell is what it was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1 }),
      fc.constantFrom(en, de),
      (rows, habit) => {
        const back = read(linesOf(rows, habit), habit.separator)
        expect(back.pop()).toEqual([''])
        expect(back.map(row => row.map(cell => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')))).toEqual(
          rows.map(row => row.map(cell => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ''))),
        )
        for (const cell of back.flat())
          expect(begins.includes(cell[0] ?? '') && !isNumber(cell), JSON.stringify(cell)).toBe(false)
      },
    ),
  )
})

it('no text begins a cell of its own for a spreadsheet that splits at other separators', () => {
  expect(linesOf([['Rome; =1+1', 'a,=1+1']], en)).toBe('"Rome; =1+1","a,=1+1"\r\n')
})

it('a phone number stays as programs read it, and a formula that begins like one does not', () => {
  const row: Cell[] = ['+390612345678', '+1*2', '+39 06 1234', "+1+cmd|' /C calc'!A0", '=1', '-1', '@A1', '\t=1']
  expect(linesOf([row], en)).toBe(
    `"+390612345678","'+1*2","'+39 06 1234","'+1+cmd|' /C calc'!A0","'=1","'-1","'@A1","'\t=1"\r\n`,
  )
})

it('a number is one for the spreadsheets of each language, also below zero', () => {
  expect(linesOf([[-3.5, 12, null, undefined, '']], en)).toBe('"-3.5","12",,,""\r\n')
  expect(linesOf([[-3.5, 12, null, undefined, '']], de)).toBe('"-3,5";"12";;;""\r\n')
})

it('an amount of money is exact, has its cents, and is never read as thousands', () => {
  const amounts = [25, 263.314844, -0.5, 0.0012, 1.234, 0.000001, 0.1 + 0.2, 1 / 3]
  expect(linesOf([amounts.map(moneyCell)], en)).toBe(
    '"25.00","263.314844","-0.50","0.0012","1.2340","0.000001","0.30","0.333333"\r\n',
  )
  expect(linesOf([[moneyCell(263.314844), moneyCell(7), moneyCell(null)]], de)).toBe('"263,314844";"7,00";\r\n')
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -(10 ** 9), max: 10 ** 9 })), millionths => {
      const back = read(linesOf([millionths.map(n => moneyCell(n / 1e6))], en), ',')[0]!
      const sum = back.reduce((sum, cell) => sum + Math.round(Number(cell) * 1e6), 0)
      expect(sum).toBe(millionths.reduce((sum, n) => sum + n, 0))
    }),
  )
})

it('a moment is written with its day in the zone of the desk, and a variable as what it is', () => {
  expect(momentCell('2026-02-24T23:30:05Z', 'Europe/Rome')).toBe('2026-02-25 00:30:05')
  expect(momentCell(null, 'Europe/Rome')).toBe(null)
  expect([valueCell(3), valueCell('3'), valueCell(true), valueCell(null), valueCell({ a: [1] })]).toEqual([
    3,
    '3',
    'yes',
    null,
    '{"a":[1]}',
  ])
})

/** A list that changes while it is read, with pages of three rows. */
function living(rows: number[], changes: Record<number, (rows: number[]) => number[]>) {
  let asked = 0
  const pages: number[] = []
  return {
    pages,
    read: async (page: number) => {
      rows = changes[++asked]?.(rows) ?? rows
      pages.push(page)
      const data = rows.slice((page - 1) * 3, page * 3)
      return { data, total: rows.length, per_page: 3, last_page: Math.max(1, Math.ceil(rows.length / 3)) }
    },
  }
}

async function readOf(list: ReturnType<typeof living>, signal = new AbortController().signal) {
  const found: number[] = []
  await readAll<number>(list.read, { id: n => n, signal, onRows: rows => void found.push(...rows) })
  return found
}

it('rows that come while a list is read are not written twice', async () => {
  const list = living([9, 8, 7, 6, 5, 4, 3], { 2: rows => [11, 10, ...rows] })
  expect(await readOf(list)).toEqual([9, 8, 7, 6, 5, 4, 3])
})

it('rows that leave the list while it is read take none of the others with them', async () => {
  const first = living([9, 8, 7, 6, 5, 4, 3], { 2: rows => rows.filter(n => n !== 9 && n !== 8) })
  expect((await readOf(first)).sort()).toEqual([3, 4, 5, 6, 7, 8, 9])
  // Five at once are more than a page.
  const many = living([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], { 4: rows => rows.slice(5) })
  expect(new Set(await readOf(many))).toEqual(new Set([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]))
})

it('every row that stays is in the file, whatever comes and goes', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 30 }),
      fc.dictionary(fc.constantFrom('2', '3', '4', '5', '6'), fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(0))),
      async (size, steps) => {
        let fresh = 1000
        const all = Array.from({ length: size }, (_, i) => size - i)
        const gone = new Set<number>()
        const changes = Object.fromEntries(
          Object.entries(steps).map(([at, n]) => [
            at,
            (rows: number[]) => {
              if (n === 0) return [++fresh, ...rows]
              for (const row of rows.slice(0, n)) gone.add(row)
              return rows.slice(n)
            },
          ]),
        )
        const found = await readOf(living(all, changes))
        expect(new Set(found).size).toBe(found.length)
        for (const row of all) if (!gone.has(row)) expect(found).toContain(row)
      },
    ),
  ))

it('a list that is read on from cursors is read whole, also when a page was not answered at first', async () => {
  const rows = [7, 6, 5, 4, 3, 2, 1]
  const asked: (number | undefined)[] = []
  const read = byCursor<number, number>(async before => {
    asked.push(before)
    if (asked.length === 2) throw new Unreachable('', null)
    const data = rows.filter(n => before === undefined || n < before).slice(0, 3)
    return { data, next_cursor: data.at(-1) === 1 ? null : data.at(-1)!, per_page: 3 }
  })
  const found: number[] = []
  const seen = { id: (n: number) => n, onRows: (more: number[]) => void found.push(...more) }
  await readAll<number>(read, { ...seen, signal: new AbortController().signal, wait: async () => {} })
  expect(found).toEqual(rows)
  expect(asked).toEqual([undefined, 5, 5, 2])
})

it('an export that is cancelled asks for nothing more', async () => {
  const abort = new AbortController()
  const list = living([3, 2, 1, 0], {})
  const read = list.read
  list.read = page => {
    abort.abort(new Error('cancelled'))
    return read(page)
  }
  await expect(readOf(list, abort.signal)).rejects.toThrow('cancelled')
  expect(list.pages).toEqual([1])
})
