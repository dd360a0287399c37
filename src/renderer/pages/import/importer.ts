import type { NewLead } from '../../../contract/leads'
import { type Sample, type Target, variableOf } from './mapping'
import { isNational, isShortened, isStub, numberIn } from './numbers'
import type { Problem, ProblemKind } from './problems'
import { type Row, readTable, type Table } from './read-file'
import type { HowToRead } from './read-file-how'

/** What a file is and how it was read. */
export interface FileFacts extends Pick<Table, 'encoding' | 'separator'> {
  rows: number
  columns: number
  /** Whether the first row seems to have the titles. */
  hasTitles: boolean
}

/** How the rows become leads. */
export interface Setup {
  hasTitles: boolean
  /** In which a number without + is read, ISO 3166-1 alpha-2. */
  country: string | null
  targets: readonly Target[]
}

export interface ColumnFacts {
  title: string
  samples: string[]
  filled: number
  numbers: number
  /** How many of the first rows have a number without a country, while none is chosen. */
  national: number
}

/** A lead as it will be. */
export interface Preview {
  row: number
  phone: string
  contacts: string[]
  variables: Record<string, string>
}

export interface Checked {
  problems: Problem[]
  /** How many rows can be imported, as far as the file alone tells. */
  good: number
}

/** A lead of a file, ready to be sent. */
interface Ready {
  row: number
  lead: NewLead
}

/** How many rows are looked at to guess what a column is. */
const SAMPLED = 200
const SAMPLES = 3
/** More numbers of a lead than the service takes. */
const MOST_CONTACTS = 20

/**
 * Holds the rows of a file and makes leads of them. It runs in a worker: what it does with a hundred thousand rows takes
 * seconds.
 */
export function createImporter() {
  let rows: Row[] = []
  let width = 0
  let ready: Ready[] = []

  const bodyOf = (hasTitles: boolean) => (hasTitles ? rows.slice(1) : rows)
  const titlesOf = (hasTitles: boolean) =>
    Array.from({ length: width }, (_, i) => (hasTitles ? (rows[0]!.cells[i] ?? '') : ''))

  return {
    async read(file: Blob, how: HowToRead): Promise<FileFacts> {
      const table = await readTable(new Uint8Array(await file.arrayBuffer()), how)
      rows = table.rows
      width = table.width
      ready = []
      return {
        rows: rows.length,
        columns: width,
        encoding: table.encoding,
        separator: table.separator,
        // Titles are no numbers.
        hasTitles: rows.length > 1 && !rows[0]!.cells.some(cell => /\d{5}/.test(cell.replace(/\D/g, ''))),
      }
    },

    /** What the columns hold. Numbers are counted in the first rows. */
    columns(hasTitles: boolean, country: string | null): { facts: ColumnFacts[]; samples: Sample[] } {
      const body = bodyOf(hasTitles)
      const facts = titlesOf(hasTitles).map((title, i): ColumnFacts & { sampled: number } => {
        let [filled, sampled, numbers, national] = [0, 0, 0, 0]
        const samples: string[] = []
        body.forEach((row, at) => {
          const cell = row.cells[i] ?? ''
          if (cell === '') return
          filled++
          if (samples.length < SAMPLES && !samples.includes(cell)) samples.push(cell)
          if (at >= SAMPLED) return
          sampled++
          if (numberIn(cell, country) !== null) numbers++
          else if (country === null && isNational(cell)) national++
        })
        return { title, samples, filled, numbers, national, sampled }
      })
      return {
        facts: facts.map(({ sampled, ...fact }) => fact),
        samples: facts.map(({ title, sampled, numbers, national }) => ({ title, filled: sampled, numbers, national })),
      }
    },

    /** The first leads as they will be. */
    preview({ hasTitles, country, targets }: Setup, most: number): Preview[] {
      return bodyOf(hasTitles)
        .slice(0, most)
        .map(row => {
          const { numbers, variables } = partsOf(row, targets)
          const [phone = '', ...contacts] = numbers.map(({ value }) => numberIn(value, country) ?? value)
          return { row: row.number, phone, contacts, variables }
        })
    },

    /** Makes leads of all rows. The problems are in the order of the file. */
    check({ hasTitles, country, targets }: Setup): Checked {
      const titles = titlesOf(hasTitles)
      const problems: Problem[] = []
      const seen = new Map<string, number>()
      ready = []
      for (const row of bodyOf(hasTitles)) {
        const { numbers, variables } = partsOf(row, targets)
        const problem = (at: number, kind: ProblemKind, why: Problem['why'], note?: string) =>
          problems.push({ row: row.number, kind, why, note, column: titles[at] ?? '', value: row.cells[at] ?? '' })
        const [first, ...more] = numbers
        if (first === undefined) continue
        const contacts = more.flatMap(({ at, value }) => {
          if (value === '') return []
          const number = numberIn(value, country)
          if (number === null) problem(at, 'remark', 'contact-left-out')
          return number === null ? [] : [number]
        })
        let phone = numberIn(first.value, country)
        if (phone === null && first.value !== '') {
          const why = isShortened(first.value)
            ? 'shortened'
            : country === null && isNational(first.value)
              ? 'no-country'
              : 'no-number'
          problem(first.at, 'number', why)
          continue
        }
        if (phone === null) {
          phone = contacts.shift() ?? null
          problem(
            first.at,
            phone === null ? 'empty' : 'remark',
            phone === null ? 'no-number-at-all' : 'contact-instead',
          )
          if (phone === null) continue
        }
        const before = seen.get(phone)
        if (before !== undefined) {
          problem(first.at, 'twice', 'same-as-row', String(before))
          continue
        }
        seen.set(phone, row.number)
        if (isStub(phone)) problem(first.at, 'remark', 'short')
        const others = [...new Set(contacts)].filter(number => number !== phone).slice(0, MOST_CONTACTS)
        ready.push({
          row: row.number,
          lead: {
            phone_number: phone,
            ...(Object.keys(variables).length > 0 && { variables }),
            ...(others.length > 0 && { secondary_contacts: others.map(phone_number => ({ phone_number })) }),
          },
        })
      }
      return { problems, good: ready.length }
    },

    /** Some of the leads that can be imported, with the rows that they come from. */
    leads(from: number, most: number): { leads: NewLead[]; rows: number[] } {
      const part = ready.slice(from, from + most)
      return { leads: part.map(({ lead }) => lead), rows: part.map(({ row }) => row) }
    },

    /** Leaves out rows that the service would not take. */
    leaveOut(left: readonly number[]) {
      const gone = new Set(left)
      ready = ready.filter(({ row }) => !gone.has(row))
      return ready.length
    },

    /** The cells of rows as they stand in the file, after the titles. */
    cells(numbers: readonly number[], hasTitles: boolean): { titles: string[]; rows: Row[] } {
      const wanted = new Set(numbers)
      return { titles: titlesOf(hasTitles), rows: bodyOf(hasTitles).filter(({ number }) => wanted.has(number)) }
    },
  }
}
export type Importer = ReturnType<typeof createImporter>

interface Parts {
  /** The number to call, and then the others to try. */
  numbers: { at: number; value: string }[]
  variables: Record<string, string>
}

/** An empty cell leaves the value of the assistant. */
function partsOf({ cells }: Row, targets: readonly Target[]): Parts {
  const numbers: Parts['numbers'] = []
  const variables: Record<string, string> = {}
  targets.forEach((target, at) => {
    const value = cells[at] ?? ''
    const name = variableOf(target)
    if (target === 'phone') numbers.unshift({ at, value })
    else if (target === 'contact') numbers.push({ at, value })
    else if (name !== null && value !== '') variables[name] = value
  })
  return { numbers, variables }
}
