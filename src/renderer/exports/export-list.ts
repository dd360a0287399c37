import { dateFormat } from '../parts/format'
import { putRight, tell, warn } from '../parts/tell'
import type { Desk } from '../stores/desk'
import { deskTime } from '../stores/desk'
import { beginWork } from '../stores/works'
import { t } from '../words/words'
import type { Cell } from './csv'
import { type ReadPage, readAll } from './read-all'

export interface ExportColumn<R> {
  title: string
  cell: (row: R) => Cell
}

export interface ListExport<R> {
  /** What is exported, such as `Leads`. It begins the name of the file. */
  name: string
  read: ReadPage<R>
  id: (row: R) => string | number
  columns: readonly ExportColumn<R>[]
  /** Cells by their titles that not every row has, such as variables. Their columns follow the others, as they are first met. */
  more?: (row: R) => Record<string, Cell>
  /** Only some rows of the list are exported: which, and how many. */
  only?: { has: (row: R) => boolean; count: number }
}

/** How many lines are written at once, so that the page answers meanwhile. */
const SLICE = 500

/** Reads a whole list and saves it as a CSV file. It goes on when the page is left; the corner shows how far it is. */
export async function exportList<R>(desk: Desk, list: ListExport<R>): Promise<void> {
  const abort = new AbortController()
  const about = `export ${list.name}`
  const work = beginWork({ title: t('Exporting: {what}', { what: list.name }), cancel: () => abort.abort() })
  try {
    const rows = await cellsOf(list, abort.signal, work.progress)
    const day = fileDay(deskTime(desk.store.getState().clock), desk.store.getState().settings?.timezone ?? 'UTC')
    save(await fileOf(rows), `${list.name} ${day}.csv`)
    const n = rows.cells.length
    putRight(about)
    tell(t('{n, plural, one {# row was} other {# rows were}} exported: {what}', { n, what: list.name }))
  } catch (error) {
    if (!abort.signal.aborted) warn(t('The export failed: {why}', { why: (error as Error).message }), { about })
  } finally {
    work.end()
  }
}

const fileDay = dateFormat({ dateStyle: 'short' }, 'en-CA')

interface Rows {
  titles: string[]
  cells: Cell[][]
}

async function cellsOf<R>(
  { read, id, columns, more, only }: ListExport<R>,
  signal: AbortSignal,
  progress: (done: number, total: number | null) => void,
): Promise<Rows> {
  const places = new Map<string, number>()
  const cells: Cell[][] = []
  await readAll(read, {
    id,
    signal,
    isEnough: () => only !== undefined && cells.length >= only.count,
    onRows(rows, total) {
      for (const row of rows) {
        if (only && !only.has(row)) continue
        const line = columns.map(column => column.cell(row))
        for (const [title, cell] of Object.entries(more?.(row) ?? {})) {
          if (!places.has(title)) places.set(title, columns.length + places.size)
          line[places.get(title)!] = cell
        }
        cells.push(line)
      }
      progress(cells.length, only?.count ?? total)
    },
  })
  return { titles: [...columns.map(({ title }) => title), ...places.keys()], cells }
}

async function fileOf({ titles, cells }: Rows): Promise<Blob> {
  // The writer is loaded when the first list is exported.
  const { BOM, linesOf } = await import('./csv')
  const parts = [BOM, linesOf([titles])]
  for (let i = 0; i < cells.length; i += SLICE) {
    parts.push(linesOf(cells.slice(i, i + SLICE).map(line => titles.map((_, at) => line[at]))))
    await new Promise(resolve => setTimeout(resolve))
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** How long the browser may take to begin with the file, ms. */
const TAKEN_AFTER = 60_000

export function save(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_AFTER)
}
