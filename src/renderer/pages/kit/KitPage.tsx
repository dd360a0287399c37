import { ActionIcon, Button, Checkbox, Menu, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { IconPencil, IconPhone, IconPhoneOff, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { type Day, days as weekdays } from '../../../contract/campaigns'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { type Column, DataTable } from '../../parts/DataTable'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { EmptyState } from '../../parts/EmptyState'
import { DaysChip, FilterChip } from '../../parts/FilterChip'
import { FieldRow, FormSection } from '../../parts/FormSection'
import { KeyValue } from '../../parts/KeyValue'
import { MoreMenu } from '../../parts/MoreMenu'
import { Notice } from '../../parts/Notice'
import { OutcomeChart, OutcomeKey } from '../../parts/OutcomeChart'
import { PageHeader } from '../../parts/PageHeader'
import { Panel } from '../../parts/Panel'
import { ProgressFunnel } from '../../parts/ProgressFunnel'
import { StatStrip, StatTile } from '../../parts/StatTile'
import { Dot, StatusBadge } from '../../parts/StatusBadge'
import { Transcript } from '../../parts/Transcript'
import { Clip, Duration, Money, Phone, Time } from '../../parts/values'
import { Waveform } from '../../parts/Waveform'
import { WeekHours } from '../../parts/WeekHours'
import { DialingControl } from '../../shell/DialingControl'
import type { DeskState } from '../../stores/desk'
import { DeskProvider, useDesk } from '../../stores/use-desk'
import { type Kind, type Role, states } from '../../theme/states'
import css from './kit.module.css'
import { counts, days, few, hours, NOW, peaks, rows, turns } from './samples'

/** Every shared part in every state. */
export function KitPage() {
  return (
    <>
      <PageHeader
        title="Kit"
        trail={[['Today', '/today']]}
        badge={<StatusBadge kind="campaign" name="waiting" look="pill" />}
        meta="every part, in every state"
        actions={
          <>
            <Button>Default</Button>
            <Button variant="filled">One filled</Button>
          </>
        }
      />
      <div className={css.kit}>
        <States />
        <Controls />
        <Numbers />
        <Notices />
        <Tables />
        <Form />
        <Charts />
        <Recording />
      </div>
    </>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.group} aria-label={title}>
    <h2>{title}</h2>
    <div>{children}</div>
  </section>
)

const roles: Role[] = ['idle', 'queued', 'live', 'good', 'warn', 'bad']

const States = () => (
  <>
    <Group title="States">
      <div className={css.states}>
        {(Object.keys(states) as Kind[]).map(kind => (
          <div key={kind}>
            <h3>{kind}</h3>
            {Object.keys(states[kind]).map(name => (
              <StatusBadge key={name} kind={kind} name={name as never} />
            ))}
          </div>
        ))}
      </div>
    </Group>
    <Group title="Roles">
      <div className={css.wrap}>
        {roles.map(role => (
          <div key={role} className={css.role} data-role={role}>
            <i style={{ background: `var(--cw-${role}-fill)` }} />
            <span>{role}</span>
            <Dot role={role} moving={role === 'live'} />
          </div>
        ))}
      </div>
    </Group>
    <Group title="Dialing">
      <div className={css.wrap} inert>
        {(['dialing', 'paused', 'halted'] as const).map(state => (
          <SampleDesk key={state} dialing={{ state, since: '', reason: null }}>
            <DialingControl />
          </SampleDesk>
        ))}
        <SampleDesk connection="lost">
          <DialingControl />
        </SampleDesk>
      </div>
    </Group>
  </>
)

/** The real desk, with some of its state replaced. */
function SampleDesk({ children, ...over }: Partial<DeskState> & { children: ReactNode }) {
  const desk = useDesk()
  return (
    <DeskProvider value={{ ...desk, store: createStore<DeskState>(() => ({ ...desk.store.getState(), ...over })) }}>
      {children}
    </DeskProvider>
  )
}

function Controls() {
  const [status, setStatus] = useState<string | undefined>('b')
  const [span, setSpan] = useState<{ from?: string; to?: string }>({})
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Group title="Buttons">
        <div className={css.wrap}>
          <Button variant="filled">Save</Button>
          <Button variant="filled" disabled>
            Save
          </Button>
          <Button variant="filled" loading>
            Save
          </Button>
          <Button>Default</Button>
          <Button leftSection={<IconPlus size={15} aria-hidden />}>With icon</Button>
          <Button size="xs">Small</Button>
          <Button variant="subtle" color="gray">
            Quiet
          </Button>
          <Button variant="filled" data-danger onClick={() => setAsking(true)}>
            Delete 12 leads
          </Button>
          <ActionIcon aria-label="Edit">
            <IconPencil size={15} />
          </ActionIcon>
          <ActionIcon variant="default" size={30} aria-label="Delete">
            <IconTrash size={15} />
          </ActionIcon>
          <MoreMenu>
            <Menu.Item>Copy as draft</Menu.Item>
          </MoreMenu>
          <MoreMenu inRow label="More: a row">
            <Menu.Item>Try again</Menu.Item>
          </MoreMenu>
        </div>
        <ConfirmDialog
          opened={asking}
          title="Delete 12 leads?"
          action="Delete 12 leads"
          keep="Keep them"
          onAct={async () => setAsking(false)}
          onKeep={() => setAsking(false)}
        >
          Their calls stay.
        </ConfirmDialog>
      </Group>
      <Group title="Filters">
        <div className={css.wrap}>
          <FilterChip
            label="State"
            value={status}
            options={[
              { value: 'a', word: 'No answer' },
              { value: 'b', word: 'Completed' },
            ]}
            onChange={setStatus}
          />
          <FilterChip label="Campaign" value={undefined} options={[]} onChange={() => {}} />
          <DaysChip label="Days" value={span} today="2026-11-24" onChange={setSpan} />
        </div>
      </Group>
    </>
  )
}

const Numbers = () => (
  <>
    <Group title="Numbers">
      <StatStrip label="Sample">
        <StatTile label="Plain" value="389" note="a note" />
        <StatTile label="Better" value="157" unit="40 %" note="+4 points on last Tuesday" trend="better" />
        <StatTile label="Worse" value="$0.52" unit="a goal" note="+$0.09 on last Tuesday" trend="worse" />
        <StatTile label="Loading" value="" loading />
      </StatStrip>
    </Group>
    <Group title="Values">
      <KeyValue
        rows={[
          [
            'Money',
            [31.84, 0.0081, -12.5].map(value => (
              <span key={value}>
                <Money value={value} />{' '}
              </span>
            )),
          ],
          ['Time', <Time key="time" at={new Date(NOW).toISOString()} />],
          [
            'Duration',
            [107, 16872].map(seconds => (
              <span key={seconds}>
                <Duration seconds={seconds} />{' '}
              </span>
            )),
          ],
          ['Phone', <Phone key="phone" value="+447700900461" />],
          [
            'What is cut',
            <Clip key="clip" className={css.cut}>
              It has a tooltip with all of its words
            </Clip>,
          ],
        ]}
      />
    </Group>
  </>
)

const Notices = () => (
  <>
    <Group title="Notices">
      <div className={css.notices}>
        <Notice
          tone="queued"
          title="Nothing is dialed until Wednesday 09:00"
          action={<Button size="xs">Change hours</Button>}
        >
          Outside this campaign’s hours, Europe/London.
        </Notice>
        <Notice tone="warn" title="The balance is low" action={<Button size="xs">Top up</Button>} />
        <Notice tone="bad" title="The calls cannot be shown">
          The service does not answer.
        </Notice>
        <Notice tone="idle" title="None. Reached, and booked.">
          A person who was talked to is not called again by itself.
        </Notice>
      </div>
    </Group>
    <Group title="Empty">
      <EmptyState icon={IconPhone} title="No calls yet" action={<Button size="xs">What to do next</Button>}>
        They appear here as soon as a campaign starts.
      </EmptyState>
    </Group>
  </>
)

type Row = (typeof rows)[number]
const columns: Column<Row>[] = [
  { key: 'name', title: 'Who', sort: true, cell: row => <Clip className="strong">{row.name}</Clip> },
  { key: 'phone', title: 'Number', width: 150, hide: 'tight', cell: row => <Phone value={row.phone} /> },
  { key: 'state', title: 'State', width: 130, cell: row => <StatusBadge kind="lead" name={row.state} /> },
]
const table = { columns, expected: 3, id: (row: Row) => row.id, onOpen: () => {} }
const nothing = <EmptyState icon={IconPhone} title="No calls yet" />

const Tables = () => (
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
          rows={[...rows]}
          active={2}
          sorted={{ key: 'name', down: false }}
          empty={nothing}
          actions={row => (
            <ActionIcon aria-label={`Hang up ${row.name}`}>
              <IconPhoneOff size={15} />
            </ActionIcon>
          )}
        />
      </Panel>
      <Panel title="Tall rows" flush>
        <DataTable {...table} label="Sample with tall rows" rows={[...rows]} tall empty={nothing} />
      </Panel>
      <Panel title="Loading" flush>
        <DataTable {...table} label="Sample that loads" rows={null} empty={nothing} />
      </Panel>
      <Panel title="Empty" flush>
        <DataTable {...table} label="Sample without rows" rows={[]} empty={nothing} />
      </Panel>
    </div>
  </Group>
)

function Form() {
  const [open, setOpen] = useState<Day[]>([...weekdays.slice(0, 5)])
  const [start, setStart] = useState('20:00')
  const [end, setEnd] = useState('02:00')
  return (
    <>
      <Group title="Form">
        <FormSection title="Retries" help="After busy, no answer or a failed call.">
          <FieldRow>
            <NumberInput label="Retries" defaultValue={3} />
            <TextInput
              label="Wait"
              description="Minutes"
              defaultValue="5"
              error="The retry_interval must be between 10 and 4320."
            />
          </FieldRow>
          <FieldRow>
            <Select label="Assistant" data={['Nora', 'Theo']} defaultValue="Nora" />
            <TextInput label="Locked" defaultValue="Nobody changes this" disabled />
          </FieldRow>
          <Checkbox defaultChecked label="Allow a number twice" />
          <Switch defaultChecked label="Retry after voicemail" />
        </FormSection>
      </Group>
      <Group title="Week hours">
        <WeekHours
          days={{ label: 'Days', value: open, onChange: setOpen }}
          start={{ label: 'From', value: start, onChange: event => setStart(event.currentTarget.value) }}
          end={{ label: 'Until', value: end, onChange: event => setEnd(event.currentTarget.value) }}
          zone="Europe/Rome"
          now={NOW}
        />
      </Group>
    </>
  )
}

const Charts = () => (
  <>
    <Group title="Progress">
      <div className="stack">
        <ProgressFunnel counts={counts} linkTo={() => '#/kit'} />
        <ProgressFunnel counts={counts} />
        <ProgressFunnel counts={{}} />
      </div>
    </Group>
    <Group title="Outcomes">
      <div className="stack">
        <Panel title="By the hour" count="Europe/London" action={<OutcomeKey buckets={hours} />}>
          <OutcomeChart buckets={hours} by="hour" zone="Europe/London" now={NOW} />
        </Panel>
        <div className={css.half}>
          <Panel title="By the day" level={3}>
            <OutcomeChart buckets={days} by="day" zone="Europe/London" />
          </Panel>
          <Panel title="Few" level={3}>
            <OutcomeChart buckets={few} by="hour" zone="Europe/London" height={100} />
          </Panel>
          <Panel title="Loading" level={3}>
            <OutcomeChart buckets={null} by="hour" zone="Europe/London" height={100} />
          </Panel>
        </div>
      </div>
    </Group>
  </>
)

function Recording() {
  // Null at first, because the page scrolls to a turn that is played.
  const [at, setAt] = useState<number | null>(null)
  const [playing, setPlaying] = useState(false)
  const wave = {
    length: 20,
    at: at ?? 9,
    rate: 1,
    playing,
    onPlay: () => setPlaying(!playing),
    onSeek: setAt,
    onRate: () => {},
    marks: [{ at: 11, word: 'Interrupted' }],
  }
  return (
    <>
      <Group title="Recording">
        <div className="stack">
          <Waveform {...wave} peaks={peaks} file="/" />
          <Waveform {...wave} peaks={null} small />
          <Transcript turns={turns} names={{ bot: 'Nora', human: 'Priya' }} at={at} onSeek={setAt} />
        </div>
      </Group>
      <Group title="Pane">
        <div className={css.pane}>
          <DetailPane label="Sample" title="Priya Nair" onClose={() => {}}>
            <PaneSection
              title="Facts"
              action={
                <a className="link" href="#/kit">
                  All
                </a>
              }
            >
              <KeyValue rows={[['Campaign', 'Hygiene recall, autumn']]} />
            </PaneSection>
          </DetailPane>
        </div>
      </Group>
    </>
  )
}
