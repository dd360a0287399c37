import { Button } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { counted } from '../../../contract/words'
import { type Column, DataTable, useSelection } from '../../parts/DataTable'
import { count } from '../../parts/format'
import { Panel } from '../../parts/Panel'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, Phone } from '../../parts/values'
import css from './kit.module.css'

interface Person {
  id: number
  name: string
  phone: string
}
const person = (n: number): Person => ({
  id: n,
  name: `Person ${count(n)}`,
  phone: `+4477009${String(n % 100_000).padStart(5, '0')}`,
})
const columns: Column<Person>[] = [
  { key: 'name', title: 'Who', cell: row => <Clip className="strong">{row.name}</Clip> },
  { key: 'phone', title: 'Number', width: 150, cell: row => <Phone value={row.phone} /> },
  { key: 'state', title: 'State', width: 130, cell: () => <StatusBadge kind="lead" name="created" /> },
]
const MANY = 100_000
const idOf = (row: Person) => row.id
const nameOf = (row: Person) => row.name
const open = () => {}

/** A hundred thousand rows: all of them given, and loaded page by page. */
export const LongTables = () => (
  <div className={css.half}>
    <Given />
    <Loaded />
  </div>
)

function Given() {
  const [people, setPeople] = useState(() => Array.from({ length: MANY }, (_, i) => person(i + 1)))
  const selection = useSelection()
  const chosen = selection.chosen.all ? MANY - selection.chosen.ids.size : selection.chosen.ids.size
  return (
    <Panel
      title="All rows given"
      count={count(people.length)}
      flush
      action={
        <>
          <Button size="xs" onClick={() => setPeople([person(MANY + people.length), ...people])}>
            Add one on top
          </Button>
          <Button size="xs" onClick={() => setPeople(people.slice(1))}>
            Remove the first
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls */}
      <section className={css.long} aria-label="All rows given, rows" tabIndex={0}>
        <DataTable
          label="A hundred thousand"
          columns={columns}
          rows={people}
          expected={8}
          id={idOf}
          onOpen={open}
          empty={null}
          selection={{ of: selection, total: people.length, nameOf, actions: <Button size="xs">Retry</Button> }}
          totals={{ name: `${count(people.length)} people`, state: `${count(chosen)} chosen` }}
        />
      </section>
    </Panel>
  )
}

const PAGE = 100
/** Milliseconds until a page is there. */
const ANSWERS_AFTER = 200

function Loaded() {
  const [pages, setPages] = useState<ReadonlyMap<number, Person[]>>(new Map())
  const asked = useRef(new Set<number>())
  const selection = useSelection()
  const rowAt = (index: number) => pages.get(Math.floor(index / PAGE))?.[index % PAGE]
  const onRange = useCallback((first: number, last: number) => {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) {
      if (asked.current.has(page)) continue
      asked.current.add(page)
      const people = Array.from({ length: PAGE }, (_, i) => person(page * PAGE + i + 1))
      setTimeout(() => setPages(old => new Map(old).set(page, people)), ANSWERS_AFTER)
    }
  }, [])
  const idsIn = useCallback(
    (first: number, last: number) =>
      new Promise<number[]>(done =>
        setTimeout(() => done(Array.from({ length: last - first + 1 }, (_, i) => first + i + 1)), ANSWERS_AFTER),
      ),
    [],
  )
  return (
    <Panel title="Loaded as it is looked at" count={`${counted(pages.size, 'page')} loaded`} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls */}
      <section className={css.long} aria-label="Loaded rows" tabIndex={0}>
        <DataTable
          label="A hundred thousand, loaded"
          columns={columns}
          rowCount={MANY}
          rowAt={rowAt}
          onRange={onRange}
          idsIn={idsIn}
          selection={{ of: selection, total: MANY, nameOf, actions: <Button size="xs">Retry</Button> }}
          expected={8}
          id={idOf}
          onOpen={open}
          empty={null}
        />
      </section>
    </Panel>
  )
}
