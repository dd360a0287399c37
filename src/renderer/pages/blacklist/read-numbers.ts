import Papa from 'papaparse'
import { wholeNumber } from '../../phone'

export interface ReadNumbers {
  /** In E.164, each with its place in the text. */
  numbers: string[]
  /** Rows with text in which no number stands, by their place in the text, from 1. */
  wrong: { row: number; text: string }[]
}

/**
 * Reads numbers of a pasted text or a file: one in each row, alone or in a column of a table (CSV). The column is the one with
 * the most numbers. Empty rows are left out, and so is the head of the column. `country` (ISO 3166-1 alpha-2) is that of
 * numbers without one.
 */
export function readNumbers(text: string, country: string | null): ReadNumbers {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'), {
    delimitersToGuess: [',', ';', '\t', '|'],
  })
  const rows = data.map((cells, i) => ({ row: i + 1, cells: cells.map(cell => cell.trim()) }))
  const filled = rows.filter(({ cells }) => cells.some(Boolean))
  const column = columnOf(
    filled.map(({ cells }) => cells),
    country,
  )
  const numbers: string[] = []
  const wrong: ReadNumbers['wrong'] = []
  filled.forEach(({ row, cells }, i) => {
    const number = wholeNumber(cells[column] ?? '', country)
    const isHead = i === 0 && filled.length > 1 && !/\d/.test(cells[column] ?? '')
    if (number) numbers.push(number)
    else if (!isHead) wrong.push({ row, text: cells[column] || cells.filter(Boolean).join(', ') })
  })
  return { numbers, wrong }
}

/** How many rows are looked at to find the column with the numbers. */
const LOOKED_AT = 200

function columnOf(rows: readonly string[][], country: string | null): number {
  const counts: number[] = Array(Math.max(0, ...rows.slice(0, LOOKED_AT).map(cells => cells.length))).fill(0)
  for (const cells of rows.slice(0, LOOKED_AT))
    cells.forEach((cell, i) => {
      if (wholeNumber(cell, country)) counts[i]!++
    })
  return Math.max(0, counts.indexOf(Math.max(...counts)))
}
