import { unzipSync, zipSync } from 'fflate'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/universal'
import { type Encoding, type HowToRead, separators } from './read-file-how'

/** A row that is not empty. `number`: as spreadsheets count, from 1. */
export interface Row {
  number: number
  cells: string[]
}

/** What a file holds. A spreadsheet has neither an encoding nor a separator. */
export interface Table {
  rows: Row[]
  /** Of the widest row. */
  width: number
  encoding: Encoding | null
  separator: string | null
}

/** Why a file cannot be read; `code` for the page, which has the words. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  constructor(readonly code: 'old-excel' | 'not-a-spreadsheet' | 'empty') {
    super(code)
  }
}

/** Reads CSV, TSV and other separated text, and the first sheet of an XLSX file. Throws UnreadableFile. */
export async function readTable(bytes: Uint8Array<ArrayBuffer>, how: HowToRead = {}): Promise<Table> {
  if (startsWith(bytes, OLD_EXCEL)) throw new UnreadableFile('old-excel')
  const table = startsWith(bytes, ZIP) ? await readXlsx(bytes) : readText(bytes, how)
  if (table.rows.length === 0) throw new UnreadableFile('empty')
  return table
}

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0]
const startsWith = (bytes: Uint8Array, magic: readonly number[]) => magic.every((byte, i) => bytes[i] === byte)

async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  let sheet: unknown[][]
  try {
    // Of large compressed entries the library would make workers out of texts, which the policy of the page forbids.
    const stored = zipSync(unzipSync(bytes, { filter: ({ name }) => /\.(xml|rels)$/.test(name) }), { level: 0 })
    sheet = await readSheet(stored.buffer as ArrayBuffer)
  } catch {
    throw new UnreadableFile('not-a-spreadsheet')
  }
  return { ...tableOf(sheet.map(cells => cells.map(asText))), encoding: null, separator: null }
}

/** A cell of a spreadsheet as text. A date has no time zone there; the library gives it in UTC. */
function asText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (!(cell instanceof Date)) return String(cell)
  const [day, time] = cell.toISOString().split('T') as [string, string]
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
}

function readText(bytes: Uint8Array, { encoding = encodingOf(bytes), separator }: HowToRead): Table {
  const text = new TextDecoder(encoding).decode(bytes)
  // Spreadsheets write the separator so.
  const [line, named] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const { data, meta } = Papa.parse<string[]>(line ? text.slice(line.length) : text, {
    delimiter: separator ?? named ?? '',
    delimitersToGuess: [...separators],
  })
  const table = tableOf(data, line ? 2 : 1)
  // What cannot be split has one column.
  return { ...table, encoding, separator: meta.delimiter }
}

/** Rows without those that are empty. What an export has put before a cell, so that it is not run, is taken away. */
function tableOf(data: readonly string[][], first = 1): Pick<Table, 'rows' | 'width'> {
  const rows: Row[] = []
  let width = 0
  for (const [i, given] of data.entries()) {
    const cells = given.map(cell => cell.replace(guarded, '').trim())
    if (cells.every(cell => cell === '')) continue
    rows.push({ number: first + i, cells })
    width = Math.max(width, cells.length)
  }
  return { rows, width }
}

const guarded = /^'(?=[=+\-@\t\r\n＝＋－＠])/

/** By its mark, else by zeros between the letters, else UTF-8 if it is that without a fault, else Windows-1252. */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8'
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const sample = bytes.subarray(0, 4096)
  const zeros = [0, 0]
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2]!++
  if (zeros[1]! > sample.length / 4 && zeros[0]! < zeros[1]! / 4) return 'utf-16le'
  if (zeros[0]! > sample.length / 4 && zeros[1]! < zeros[0]! / 4) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
