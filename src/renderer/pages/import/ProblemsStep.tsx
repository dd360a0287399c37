import { Button } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconBan,
  IconCircleCheck,
  IconCircleXFilled,
  IconCopy,
  IconDownload,
} from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { save } from '../../exports/export-list'
import { type Column, DataTable } from '../../parts/DataTable'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import { count } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { Panel } from '../../parts/Panel'
import { ProgressBar } from '../../parts/ProgressBar'
import { Clip } from '../../parts/values'
import { linkTo } from '../../router'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import css from './import.module.css'
import { check, goTo, importing, leftOutRows, run, startOver, stop } from './import-store'
import { kindWords, whyInWords } from './problem-text'
import { isOnlyRemark, type Problem, type ProblemKind, problemKinds } from './problems'
import { StepBody } from './StepBody'

const signs = {
  number: ['bad', IconCircleXFilled],
  empty: ['bad', IconCircleXFilled],
  refused: ['bad', IconCircleXFilled],
  twice: ['idle', IconCopy],
  known: ['idle', IconCopy],
  barred: ['idle', IconBan],
  remark: ['warn', IconAlertTriangleFilled],
} as const satisfies Record<ProblemKind, unknown>

const columns: Column<Problem>[] = [
  {
    key: 'row',
    title: t('Row'),
    width: 74,
    align: 'right',
    cell: problem => <span className="soft num">{count(problem.row)}</span>,
  },
  { key: 'column', title: t('Column'), width: 120, hide: 'tight', cell: problem => <Clip>{problem.column}</Clip> },
  {
    key: 'value',
    title: t('Value'),
    width: 168,
    hide: 'slim',
    cell: ({ value }) => (value ? <Clip className="mono">{value}</Clip> : <span className="dim">{t('empty')}</span>),
  },
  {
    key: 'why',
    title: t('What is wrong'),
    cell: problem => {
      const [tone, Sign] = signs[problem.kind]
      return (
        <span className={css.why} data-tone={tone}>
          <Sign size={14} aria-hidden />
          <Clip>{whyInWords(problem)}</Clip>
        </span>
      )
    },
  },
  {
    key: 'to',
    title: t('What happens'),
    width: 124,
    cell: problem => (isOnlyRemark(problem) ? t('Imported') : <span className="soft">{t('Left out')}</span>),
  },
]

const countsOf = (problems: readonly Problem[]) => {
  const counts: Partial<Record<ProblemKind, number>> = {}
  for (const { kind } of problems) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** What is wrong with the rows, before anything is imported. */
export function ProblemsStep({ isRunning }: { isRunning: boolean }) {
  const desk = useDesk()
  const { checking, problems, good, failed } = useStore(importing)
  if (checking)
    return (
      <Working
        label={t('Step 3, the problems')}
        title={t('The rows are being checked')}
        {...checking}
        onCancel={stop}
      />
    )
  return (
    <StepBody
      label={t('Step 3, the problems')}
      foot={
        <>
          <span className="dim">{isRunning && good > 0 && t('The campaign is running: they are called at once.')}</span>
          <Button onClick={() => goTo('columns')}>{t('Back')}</Button>
          {failed ? (
            <Button variant="filled" onClick={() => void check(desk)}>
              {t('Check again')}
            </Button>
          ) : (
            <Button variant="filled" disabled={good === 0} onClick={() => void run(desk)}>
              {t('Import {n, plural, one {# lead} other {# leads}}', { n: good })}
            </Button>
          )}
        </>
      }
    >
      {failed ? (
        <Notice tone="bad" title={failed} />
      ) : (
        <>
          <Sum good={good} word={t('go in')} problems={problems} />
          <Problems problems={problems} />
        </>
      )}
    </StepBody>
  )
}

/** What becomes of the leads, and what came of it. */
export function ImportStep() {
  const { result, problems, campaignId } = useStore(importing)
  if (!result || result.status === 'running')
    return (
      <Working
        label={t('Step 4, the import')}
        title={t('The leads are being imported')}
        done={result?.done ?? 0}
        total={result?.total ?? 0}
        onCancel={stop}
      />
    )
  const left = result.total - result.done
  return (
    <StepBody
      label={t('Step 4, the import')}
      foot={
        <>
          <span />
          <Button onClick={startOver}>{t('Import another file')}</Button>
          <Button
            component="a"
            variant="filled"
            href={linkTo('/leads', { campaign: campaignId ?? undefined })}
            onClick={startOver}
          >
            {t('See the leads')}
          </Button>
        </>
      }
    >
      {result.status === 'cancelled' ? (
        <Notice
          tone={result.failed ? 'bad' : 'warn'}
          title={
            result.failed ??
            t('Cancelled: {n, plural, one {# lead was} other {# leads were}} not imported.', { n: left })
          }
        >
          {t('What is imported stays. The same file can be imported again: numbers that are there are left out.')}
        </Notice>
      ) : null}
      <Sum good={result.created} word={t('imported')} problems={problems} />
      <Problems problems={problems} />
    </StepBody>
  )
}

interface WorkingProps {
  label: string
  title: string
  done: number
  total: number
  onCancel: () => void
}

const Working = ({ label, title, done, total, onCancel }: WorkingProps) => (
  <StepBody
    label={label}
    foot={
      <>
        <span className="dim">{t('It goes on when this page is left.')}</span>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </>
    }
  >
    <div className={css.progress}>
      <strong>{title}</strong>
      <ProgressBar label={title} done={done} total={total || null} />
      <span className="dim num">
        {total > 0
          ? t('{done} of {total}', { done: count(done), total: count(total) })
          : t('The numbers are being read.')}
      </span>
    </div>
  </StepBody>
)

function Sum({ good, word, problems }: { good: number; word: string; problems: Problem[] }) {
  const counts = countsOf(problems)
  const numbers = (counts.number ?? 0) + (counts.empty ?? 0)
  const entries: [number | undefined, string, string][] = [
    [counts.remark, t('with a remark'), 'warn'],
    [numbers, t('without a number'), 'bad'],
    [counts.twice, t('twice in the file'), 'idle'],
    [counts.known, t('in the campaign already'), 'idle'],
    [counts.barred, t('on the do-not-call list'), 'idle'],
    [counts.refused, t('refused'), 'bad'],
  ]
  return (
    <ul className={css.sum} aria-label={t('Summary')}>
      <li data-tone="good">
        <strong>{count(good)}</strong>
        <span>{word}</span>
      </li>
      {entries.map(
        ([n, of, tone]): ReactNode =>
          n ? (
            <li key={of} data-tone={tone}>
              <strong>{count(n)}</strong>
              <span>{of}</span>
            </li>
          ) : null,
      )}
    </ul>
  )
}

/** The problems row by row, which can be filtered, and saved with their rows. */
function Problems({ problems }: { problems: Problem[] }) {
  const [kind, setKind] = useState<string | undefined>()
  const counts = useMemo(() => countsOf(problems), [problems])
  const shown = useMemo(() => (kind ? problems.filter(problem => problem.kind === kind) : problems), [problems, kind])
  const left = useMemo(() => problems.filter(problem => !isOnlyRemark(problem)), [problems])
  if (problems.length === 0)
    return (
      <EmptyState icon={IconCircleCheck} title={t('Nothing is wrong with the rows')}>
        {t('Each has a number that the campaign does not have yet.')}
      </EmptyState>
    )
  return (
    <Panel
      title={t('Problems')}
      count={t('{n, plural, one {# row} other {# rows}}, in the order of the file', { n: problems.length })}
      flush
      action={
        <span className="row">
          <FilterChip
            label={t('Kind')}
            value={kind}
            options={problemKinds.filter(one => counts[one]).map(one => ({ value: one, word: kindWords[one] }))}
            onChange={setKind}
          />
          {left.length > 0 && (
            <Button
              size="xs"
              leftSection={<IconDownload size={13} aria-hidden />}
              onClick={() => void saveLeftOut(left)}
            >
              {t('{n, plural, one {The row} other {The # rows}} left out, as CSV', { n: left.length })}
            </Button>
          )}
        </span>
      }
    >
      <DataTable
        label={t('Problems')}
        columns={columns}
        rows={shown}
        expected={6}
        id={problem => `${problem.row} ${problem.column} ${problem.kind}`}
        empty={null}
      />
    </Panel>
  )
}

/** How many lines are written at once, so that the page answers meanwhile. */
const SLICE = 500

/** Saves the rows that are left out as they stand in the file, with what is wrong, so that they can be mended and imported. */
async function saveLeftOut(problems: readonly Problem[]) {
  const { BOM, linesOf } = await import('../../exports/csv')
  const why = new Map(problems.map(problem => [problem.row, whyInWords(problem)]))
  const { titles, rows } = await leftOutRows([...why.keys()])
  const lines = [BOM, linesOf([[...titles, t('What is wrong')]])]
  for (let i = 0; i < rows.length; i += SLICE) {
    const part = rows.slice(i, i + SLICE)
    lines.push(linesOf(part.map(row => [...titles.map((_, at) => row.cells[at] ?? ''), why.get(row.number)])))
    await new Promise(resolve => setTimeout(resolve))
  }
  save(
    new Blob(lines, { type: 'text/csv;charset=utf-8' }),
    `${t('Left out')} ${importing.getState().fileName.replace(/\.\w+$/, '')}.csv`,
  )
}
