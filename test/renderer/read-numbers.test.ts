import { expect, it } from 'vitest'
import { readNumbers } from '../../src/renderer/pages/blacklist/read-numbers'

const one = '+447700900461'

it('numbers stand one a line, in any form, and empty lines are left out', () => {
  expect(readNumbers('07700 900461\r\n\r\n+44 (0)7700-900461\n0044 7700 900461\n', 'GB')).toEqual({
    numbers: [one, one, one],
    wrong: [],
  })
})

it('rows without a number are named by their place, and without a country national numbers are none', () => {
  expect(readNumbers('nobody\n07700 900461\n\n12', null)).toEqual({
    numbers: [],
    wrong: [
      { row: 2, text: '07700 900461' },
      { row: 4, text: '12' },
    ],
  })
})

it('the column with the numbers is found in a table, whatever separates it, and its head is left out', () => {
  for (const [separator, quote] of [
    [',', '"'],
    [';', ''],
    ['\t', ''],
  ]) {
    const row = (...cells: string[]) => cells.map(cell => quote + cell + quote).join(separator)
    const table = [row('Name', 'Born', 'Mobile'), row('Jo', '1980', '07700 900461'), row('Bob', '1991', 'none')].join(
      '\n',
    )
    expect(readNumbers(table, 'GB')).toEqual({ numbers: [one], wrong: [{ row: 3, text: 'none' }] })
  }
  expect(readNumbers('Name;Born;Mobile\n"Smith; Jo";1980;"07700 900461"\nBob;1991;none\n', 'GB')).toEqual({
    numbers: [one],
    wrong: [{ row: 3, text: 'none' }],
  })
})

it('one row with a word is no head', () => {
  expect(readNumbers('nobody', 'GB').wrong).toEqual([{ row: 1, text: 'nobody' }])
})

it('the byte order mark that spreadsheets write is no part of the first number', () => {
  expect(readNumbers('\ufeff07700 900461', 'GB').numbers).toEqual([one])
})
