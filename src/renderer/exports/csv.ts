import Papa from 'papaparse'
import { language } from '../words/language'

/** What stands in a cell. Numbers stay numbers for a spreadsheet; texts never become anything else. */
export type Cell = string | number | Dollars | null | undefined

/** An amount of money, see `moneyCell`. */
export interface Dollars {
  dollars: number
}

/**
 * Texts that a spreadsheet takes for a formula and runs: https://owasp.org/www-community/attacks/CSV_Injection, with the
 * full-width signs. A phone number in E.164 is a + and digits alone, which computes nothing, so it stays as it is.
 */
const runs = /^(?!\+\d{1,15}$)[=+\-@\t\r\n＝＋－＠]/

/** What a spreadsheet expects where the person lives: German ones split at semicolons, and write 3,5. */
export const habits = { en: { separator: ',', decimal: '.' }, de: { separator: ';', decimal: ',' } } as const

/** At the start of the file, so that spreadsheets read it as UTF-8. */
export const BOM = '\ufeff'

/**
 * Lines of a CSV file (RFC 4180), each ended. Texts that would be run get an apostrophe before them, as OWASP advises. Every
 * cell is quoted, so that no other separator begins one.
 */
export const linesOf = (rows: readonly Cell[][], { separator, decimal }: Habits = habits[language]): string =>
  rows
    .map(row => Papa.unparse([row.map(cell => written(cell, decimal))], { delimiter: separator, quotes: true }))
    .map(line => `${line}\r\n`)
    .join('')
type Habits = (typeof habits)[keyof typeof habits]

function written(cell: Cell, decimal: string) {
  if (typeof cell === 'number') return String(cell).replace('.', decimal)
  if (typeof cell === 'object' && cell !== null) return exactly(cell.dollars).replace('.', decimal)
  return typeof cell === 'string' && runs.test(cell) ? `'${cell}` : cell
}

/**
 * Every millionth of a dollar that there is, so that sums agree, and at least the cents. Never three decimals: `1.234` is a
 * thousand in the spreadsheets of other languages.
 */
function exactly(dollars: number): string {
  const [whole, rest] = dollars.toFixed(6).split('.')
  const decimals = rest!.replace(/0{1,4}$/, '')
  return `${whole}.${decimals.length === 3 ? `${decimals}0` : decimals}`
}
