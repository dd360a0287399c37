import { createStore } from 'zustand/vanilla'
import type { NewLead } from '../../../contract/leads'
import { patiently } from '../../exports/read-all'
import { tell, warn } from '../../parts/tell'
import { placeNow } from '../../router'
import type { Desk } from '../../stores/desk'
import { beginWork } from '../../stores/works'
import { t } from '../../words/words'
import type { ColumnFacts, FileFacts, Preview } from './importer'
import { startImporter, WorkerFailed } from './importer-worker'
import { choose, guess, keepChosen, type Mapped, recall, remember, type Target, toVariable } from './mapping'
import type { Problem, ProblemKind } from './problems'
import type { HowToRead } from './read-file-how'

export const steps = ['file', 'columns', 'problems', 'import'] as const
export type Step = (typeof steps)[number]

/** How far the work of a step is. */
interface Progress {
  done: number
  total: number
}

/** What became of the rows. */
export interface Result extends Progress {
  created: number
  status: 'running' | 'done' | 'cancelled'
  /** Why it stopped. */
  failed: string | null
}

export interface Import {
  step: Step
  campaignId: number | null
  /** Of the campaign's assistant; null: any is allowed. */
  variables: string[] | null
  fileName: string
  /** Null until it is read. */
  facts: FileFacts | null
  how: HowToRead
  hasTitles: boolean
  country: string | null
  columns: ColumnFacts[]
  mapped: Mapped[]
  preview: Preview[]
  /** The worker reads the file, or finds out what the columns hold. */
  isBusy: boolean
  /** Why the file cannot be read, or the check has stopped. */
  failed: string | null
  checking: Progress | null
  problems: Problem[]
  /** How many leads can be imported. */
  good: number
  result: Result | null
}

const fresh: Import = {
  step: 'file',
  campaignId: null,
  variables: null,
  fileName: '',
  facts: null,
  how: {},
  hasTitles: true,
  country: null,
  columns: [],
  mapped: [],
  preview: [],
  isBusy: false,
  failed: null,
  checking: null,
  problems: [],
  good: 0,
  result: null,
}

export const PATH = '/leads/import'
/** How many leads are in the preview. */
const PREVIEWED = 4
/** How many leads are sent at once: the service is busy with them for some ten milliseconds. */
const SLICE = 250

/** The import of this tab. It goes on when its page is left. */
export const importing = createStore<Import>(() => fresh)
const { getState: now, setState: show } = importing

let worker: ReturnType<typeof startImporter> | null = null
let file: File | null = null
let running: AbortController | null = null
/** Of what was asked of the worker last: answers to what was asked before are old. */
let turn = 0

const textOf = (error: unknown) => {
  const code = error instanceof WorkerFailed ? error.code : ''
  if (code === 'old-excel') return t('This is a file of an old Excel. Save it there as .xlsx or as CSV.')
  if (code === 'not-a-spreadsheet') return t('This spreadsheet cannot be read. Save it anew as .xlsx or as CSV.')
  if (code === 'empty') return t('There is nothing in this file.')
  return (error as Error).message
}

/** Begins anew, for another file. The campaign stays. */
export function startOver() {
  running?.abort()
  worker?.stop()
  worker = null
  file = null
  turn++
  const { campaignId, variables } = now()
  show({ ...fresh, campaignId, variables })
}

/** The campaign that leads are imported into, and the variables that they may have. */
export function setCampaign(campaignId: number | null, variables: string[] | null) {
  const before = now()
  if (before.campaignId === campaignId && JSON.stringify(before.variables) === JSON.stringify(variables)) return
  show({ campaignId, variables })
  if (before.facts && before.result === null) void look(true)
}

/** Reads a file. */
export async function readFile(chosen: File, country: string | null) {
  startOver()
  file = chosen
  show({ fileName: chosen.name, country })
  await read()
}

/** Reads the file again, in another way. */
export async function readAs(how: HowToRead) {
  show({ how: { ...now().how, ...how } })
  await read()
}

async function read() {
  const mine = ++turn
  show({ isBusy: true, failed: null })
  try {
    worker ??= startImporter()
    const facts = await worker.read(file!, now().how)
    if (mine !== turn) return
    show({ facts, hasTitles: facts.hasTitles })
    await look(true)
    if (now().step === 'file') show({ step: 'columns' })
  } catch (error) {
    if (mine === turn) show({ facts: null, failed: textOf(error), isBusy: false })
  }
}

/** Looks at the columns. `anew`: what they become is guessed again. */
async function look(anew: boolean) {
  const mine = ++turn
  const { hasTitles, country, variables } = now()
  show({ isBusy: true })
  const { facts: columns, samples } = await worker!.columns(hasTitles, country)
  if (mine !== turn) return
  const titles = columns.map(({ title }) => title)
  const before = now()
  const chosen = before.columns.every(({ title }, i) => title === titles[i]) ? before.mapped : []
  const mapped = anew
    ? keepChosen(
        chosen,
        (hasTitles ? recall(localStorage, titles, variables) : null) ?? guess(samples, variables),
        variables,
      )
    : before.mapped
  show({ columns, mapped, isBusy: false })
  await preview()
}

async function preview() {
  const mine = turn
  const found = await worker!.preview(setupOf(), PREVIEWED)
  if (mine === turn) show({ preview: found })
}

const setupOf = () => {
  const { hasTitles, country, mapped } = now()
  return { hasTitles, country, targets: mapped.map(({ target }) => target) }
}

export function setTitles(hasTitles: boolean) {
  show({ hasTitles })
  void look(true)
}

export function setCountry(country: string) {
  show({ country })
  void look(false)
}

export function setTarget(at: number, target: Target) {
  show({ mapped: choose(now().mapped, at, target) })
  void preview()
}

/** A column becomes a variable that the assistant has from now on. */
export function setNewVariable(at: number, name: string) {
  const { variables } = now()
  if (variables && !variables.includes(name)) show({ variables: [...variables, name] })
  setTarget(at, toVariable(name))
}

/**
 * Leads back to a step, or forward to the columns again. Returns false where that cannot be: while rows are checked or
 * imported, and to what has been imported. After an import it begins anew.
 */
export function returnTo(step: Step): boolean {
  const { facts, checking, result } = now()
  if (checking || result?.status === 'running') return false
  if (result) startOver()
  else if (step === 'file' || (step === 'columns' && facts !== null)) show({ step })
  else return false
  return true
}

export const goTo = (step: Step) => show({ step })

/** Checks every row: in the file first, then with the service, which knows the campaign and the do-not-call list. */
export async function check(desk: Desk) {
  const { columns, mapped, campaignId, hasTitles } = now()
  if (hasTitles)
    remember(
      localStorage,
      columns.map(({ title }) => title),
      mapped,
    )
  const abort = new AbortController()
  running = abort
  show({ step: 'problems', checking: { done: 0, total: 0 }, problems: [], good: 0, failed: null, result: null })
  const work = beginWork({
    title: t('Checking {file}', { file: now().fileName }),
    href: '#/leads/import',
    cancel: stop,
  })
  const at = mapped.findIndex(({ target }) => target === 'phone')
  try {
    const { problems, good: total } = await worker!.check(setupOf())
    abort.signal.throwIfAborted()
    show({ checking: { done: 0, total } })
    const found: Problem[] = []
    await slices(total, abort.signal, async ({ leads, rows }, done) => {
      const { data } = await patiently(
        () =>
          desk.client.leads.addMany(
            { campaign_id: campaignId!, leads, dry_run: true, skip_blacklisted: true },
            { signal: abort.signal },
          ),
        abort.signal,
      )
      for (const problem of onePerRow(data.problems))
        found.push({
          row: rows[problem.row]!,
          kind: kindOf[problem.code],
          why: 'service',
          note: problem.message,
          column: columns[at]?.title ?? '',
          value: leads[problem.row]!.phone_number,
        })
      show({ checking: { done, total } })
      work.progress(done, total)
    })
    const good = await worker!.leaveOut(found.map(({ row }) => row))
    show({ problems: [...problems, ...found].sort((a, b) => a.row - b.row), good, checking: null })
  } catch (error) {
    if (abort.signal.aborted) show({ checking: null, step: 'columns' })
    else show({ checking: null, failed: (error as Error).message })
  } finally {
    work.end()
  }
}

const kindOf: Record<'invalid' | 'duplicate' | 'blacklisted', ProblemKind> = {
  invalid: 'refused',
  duplicate: 'known',
  blacklisted: 'barred',
}

/** A row is left out once, whatever else is wrong with it. */
const onePerRow = <P extends { row: number }>(problems: readonly P[]): P[] => [
  ...new Map(problems.map(problem => [problem.row, problem])).values(),
]

interface Slice {
  leads: NewLead[]
  /** Where the leads come from. */
  rows: number[]
}

/** Asks the worker for some leads after the other. */
async function slices(total: number, signal: AbortSignal, act: (slice: Slice, done: number) => Promise<void>) {
  for (let from = 0; from < total; from += SLICE) {
    signal.throwIfAborted()
    await act(await worker!.leads(from, SLICE), Math.min(total, from + SLICE))
  }
}

/** Imports what can be imported. */
export async function run(desk: Desk) {
  const { campaignId, good: total, fileName, mapped, columns } = now()
  const abort = new AbortController()
  running = abort
  const at = mapped.findIndex(({ target }) => target === 'phone')
  let created = 0
  const problems = [...now().problems]
  const result = (change: Partial<Result>) => show(({ result }) => ({ result: { ...(result ?? first), ...change } }))
  const first: Result = { done: 0, total, created: 0, status: 'running', failed: null }
  show({ step: 'import', result: first })
  const work = beginWork({ title: t('Importing {file}', { file: fileName }), href: `#${PATH}`, cancel: stop })
  try {
    await slices(total, abort.signal, async ({ leads, rows }, done) => {
      const { answer, again } = await patiently(
        async again => ({
          again,
          answer: await desk.client.leads.addMany(
            { campaign_id: campaignId!, leads, skip_blacklisted: true },
            { signal: abort.signal },
          ),
        }),
        abort.signal,
      )
      const found = onePerRow(answer.data.problems)
      // A request without an answer may have been done: the campaign has these numbers from it, as the check shows.
      const ours = again ? found.filter(({ code }) => code === 'duplicate').length : 0
      created += answer.data.created + ours
      for (const problem of found) {
        if (again && problem.code === 'duplicate') continue
        problems.push({
          row: rows[problem.row]!,
          kind: kindOf[problem.code],
          why: 'service',
          note: problem.message,
          column: columns[at]?.title ?? '',
          value: leads[problem.row]!.phone_number,
        })
      }
      result({ done, created })
      work.progress(done, total)
    })
    result({ status: 'done' })
    // Its own page shows it already.
    if (placeNow().path !== PATH)
      tell(t('{n, plural, one {# lead was} other {# leads were}} imported.', { n: created }))
  } catch (error) {
    if (abort.signal.aborted) result({ status: 'cancelled' })
    else {
      result({ status: 'cancelled', failed: (error as Error).message })
      warn(t('The import has stopped: {why}', { why: (error as Error).message }))
    }
  } finally {
    show({ problems: problems.sort((a, b) => a.row - b.row) })
    desk.hurry()
    work.end()
  }
}

/** Cancels the check or the import. */
export const stop = () => running?.abort()

/** The rows that are not imported, as they stand in the file, with what is wrong. */
export async function leftOutRows(rows: readonly number[]) {
  return worker!.cells(rows, now().hasTitles)
}
