import { Button } from '@mantine/core'
import { IconPhone, IconPhoneOff } from '@tabler/icons-react'
import { useState } from 'react'
import { type Column, DataTable, RowAction, useSelection } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { Panel } from '../../parts/Panel'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, Duration, Phone } from '../../parts/values'
import { Group } from './Group'
import css from './kit.module.css'
import { LongTables } from './LongTables'
import { rows } from './samples'

type Row = (typeof rows)[number]
const columns: Column<Row>[] = [
  { key: 'name', title: 'Who', sort: true, cell: row => <Clip className="strong">{row.name}</Clip> },
  { key: 'phone', title: 'Number', width: 150, hide: 'tight', cell: row => <Phone value={row.phone} /> },
  { key: 'state', title: 'State', width: 130, cell: row => <StatusBadge kind="lead" name={row.state} /> },
]
const table = { columns, expected: 3, id: (row: Row) => row.id, onOpen: () => {} }
const nothing = <EmptyState icon={IconPhone} title="No calls yet" />
const given = [...rows]
const hangUp = (row: Row) => (
  <RowAction label={`Hang up on ${row.name}`} word="Hang up">
    <IconPhoneOff size={15} />
  </RowAction>
)

export const Tables = () => (
  <>
    <Group title="Table">
      <div className={css.half}>
        <Panel
          title="Actions on hover, one open"
          count="3 people"
          flush
          action={
            <a className="link" href="#/kit">
              All
            </a>
          }
        >
          <DataTable
            {...table}
            label="Sample with actions"
            rows={given}
            active={2}
            sorted={{ key: 'name', down: false }}
            empty={nothing}
            actions={hangUp}
          />
        </Panel>
        <Panel title="Tall rows" flush>
          <DataTable {...table} label="Sample with tall rows" rows={given} tall empty={nothing} />
        </Panel>
        <Panel title="Loading" flush>
          <DataTable {...table} label="Sample that loads" rows={null} empty={nothing} />
        </Panel>
        <Panel title="Empty" flush>
          <DataTable {...table} label="Sample without rows" rows={[]} empty={nothing} />
        </Panel>
        <Chosen />
        <Counted />
      </div>
    </Group>
    <Group title="Long table">
      <LongTables />
    </Group>
  </>
)

function Chosen() {
  const [people, setPeople] = useState<Row[]>(given)
  const selection = useSelection()
  return (
    <Panel
      title="A selection, and totals"
      flush
      action={
        <Button
          size="xs"
          onClick={() => setPeople(people.map(row => (row.id === 1 ? { ...row, name: `${row.name}.` as never } : row)))}
        >
          Change the first
        </Button>
      }
    >
      <DataTable
        {...table}
        label="Sample with a selection"
        rows={people}
        empty={nothing}
        selection={{
          of: selection,
          total: 1615,
          nameOf: row => row.name,
          actions: (
            <>
              <Button size="xs">Retry</Button>
              <Button size="xs">Move</Button>
            </>
          ),
        }}
        totals={{ name: '3 people', state: <Duration seconds={16872} /> }}
      />
    </Panel>
  )
}

/** How often each row was rendered. */
const renders = new Map<number, number>()
const countedColumns: Column<{ id: number; n: number }>[] = [
  { key: 'id', title: 'Row', cell: row => row.id },
  { key: 'n', title: 'Value', cell: row => row.n },
  {
    key: 'renders',
    title: 'Rendered',
    align: 'right',
    cell: row => {
      renders.set(row.id, (renders.get(row.id) ?? 0) + 1)
      return renders.get(row.id)
    },
  },
]

function Counted() {
  const [numbers, setNumbers] = useState([1, 2, 3].map(id => ({ id, n: 0 })))
  return (
    <Panel
      title="Only what changed is rendered"
      flush
      action={
        <Button
          size="xs"
          onClick={() => setNumbers(numbers.map(row => (row.id === 2 ? { id: 2, n: row.n + 1 } : row)))}
        >
          Change row 2
        </Button>
      }
    >
      <DataTable
        label="Sample that counts"
        columns={countedColumns}
        rows={numbers}
        expected={3}
        id={row => row.id}
        empty={null}
      />
    </Panel>
  )
}
