import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Call, EvaluationItem } from '../../../contract/calls'
import { CopyButton } from '../../parts/CopyButton'
import { PaneSection } from '../../parts/DetailPane'
import { modelInWords } from '../../parts/format'
import { Guess, isGuess, whyGuess } from '../../parts/Guess'
import { KeyValue } from '../../parts/KeyValue'
import { PersonLink } from '../../parts/PersonLink'
import { latencyInWords, SLOW, secondsInWords, type Turn, waitOf } from '../../parts/Transcript'
import { SHORT_DELAY, tip } from '../../parts/tips/tip'
import { Money, Phone } from '../../parts/values'
import { linkTo } from '../../router'
import { said } from '../../words/said'
import { rich, t } from '../../words/words'
import { allowedInWords, directions, endInWords } from './call-text'
import css from './calls.module.css'

/** In pixels. */
const NAME_WIDTH = 124
/** Of the latency chart, in pixels. */
const CHART_HEIGHT = 84

/** The evaluation of a call: the goal first, the summary last. */
export function Evaluation({ call }: { call: Call }) {
  const guess = isGuess(call.evaluated_by)
  const sorted = [...call.evaluation].sort((a, b) => rank(a) - rank(b))
  return (
    <PaneSection title={t('Evaluation')} action={guess && <Guess />}>
      {guess && <p className={css.guessed}>{whyGuess}</p>}
      <KeyValue width={NAME_WIDTH} rows={sorted.map(item => [nameOfItem(item), valueInWords(item, guess)])} />
    </PaneSection>
  )
}

const rank = ({ name }: EvaluationItem) => ({ status: 0, summary: 2 })[name] ?? 1
const nameOfItem = ({ name }: EvaluationItem) => ({ status: t('Goal'), summary: t('Summary') })[name] ?? name

function valueInWords({ name, value }: EvaluationItem, guess: boolean): ReactNode {
  if (value === true && guess) return name === 'status' ? t('perhaps reached') : t('perhaps yes')
  if (value === true)
    return (
      <b className={css.yes}>
        <IconCheck size={14} stroke={2.5} aria-hidden />
        {name === 'status' ? t('reached') : t('yes')}
      </b>
    )
  if (value === false && guess) return name === 'status' ? t('perhaps not reached') : t('perhaps no')
  if (value === false) return name === 'status' ? t('not reached') : t('no')
  if (value === null || value === '') return <span className="dim">–</span>
  // What a model has found is in its own words.
  return guess ? said(String(value)) : String(value)
}

/** A bar for each answer of the assistant, in the parts of its wait. The line marks the wait that people notice. */
export function LatencySection({
  turns,
  at,
  onSeek,
}: {
  turns: Turn[]
  at: number | null
  onSeek?: (at: number) => void
}) {
  const waits = turns.flatMap((turn, i) => (turn.latency ? [{ turn, until: turns[i + 1]?.at ?? Infinity }] : []))
  if (waits.length === 0) return null
  const all = waits.map(({ turn }) => waitOf(turn.latency!)).sort((a, b) => a - b)
  const slowest = all.at(-1)!
  const scale = CHART_HEIGHT / Math.max(SLOW * 1.25, slowest)
  return (
    <PaneSection
      title={t('Latency')}
      action={
        <span className="dim">
          {t('median {median}, slowest {slowest}', {
            median: secondsInWords(all[Math.floor(all.length / 2)]!),
            slowest: secondsInWords(slowest),
          })}
        </span>
      }
    >
      <div className={css.latency} style={{ height: CHART_HEIGHT }}>
        <div className={css.limit} style={{ bottom: SLOW * scale }}>
          <span>{`${SLOW / 1000} s`}</span>
        </div>
        {waits.map(({ turn, until }, i) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: answers are only added at the end
            key={i}
            type="button"
            aria-label={t(
              'Answer at {at, plural, one {# second} other {# seconds}}, {ms, plural, one {# millisecond} other {# milliseconds}}',
              { at: Math.round(turn.at), ms: waitOf(turn.latency!) },
            )}
            data-slow={waitOf(turn.latency!) > SLOW || undefined}
            data-now={(at !== null && at >= turn.at && at < until) || undefined}
            onClick={() => onSeek?.(turn.at)}
            {...tip(latencyInWords(turn.latency!), { delay: SHORT_DELAY })}
          >
            {(['voiced', 'thought', 'heard'] as const).map(part => (
              <i key={part} data-part={part} style={{ height: (turn.latency![part] ?? 0) * scale }} />
            ))}
          </button>
        ))}
      </div>
      <div className={css.keys}>
        <span>
          <i data-part="heard" />
          {t('Heard')}
        </span>
        <span>
          <i data-part="thought" />
          {t('Thought')}
        </span>
        <span>
          <i data-part="voiced" />
          {t('Voice')}
        </span>
      </div>
    </PaneSection>
  )
}

export const Cost = ({ call }: { call: Call }) => (
  <PaneSection
    title={t('Cost')}
    action={
      <b>
        <Money value={Number(call.total_cost)} />
      </b>
    }
  >
    {call.cost_items.length === 0 ? (
      <p className="dim">{t('Nothing was charged.')}</p>
    ) : (
      <ul className={css.costs}>
        {call.cost_items.map(item => (
          <li key={item.what}>
            <span className="soft">{said(item.what)}</span>
            <Money value={item.amount} />
          </li>
        ))}
      </ul>
    )}
  </PaneSection>
)

export const Allowed = ({ because }: { because: Call['allowed_because'] }) => (
  <PaneSection title={t('Why it was allowed')}>
    <ul className={css.allowed}>
      {because.map(reason => (
        <li key={reason.rule}>
          <IconCheck size={14} stroke={2.2} aria-hidden />
          {allowedInWords(reason)}
        </li>
      ))}
    </ul>
  </PaneSection>
)

const answered = { human: t('A person'), machine: t('A machine'), unknown: t('Nothing was heard') }

/** `from +1 212 555 0190`, or for an inbound call `to` it. */
export function OurNumber({ call, otherwise = null }: { call: Call; otherwise?: ReactNode }) {
  const ours = call.assistant_phone_number
  if (!ours) return otherwise
  const number = () => <Phone value={ours} />
  return call.type === 'inbound' ? rich('to <number></number>', { number }) : rich('from <number></number>', { number })
}

/** The facts of a call: numbers, campaign, assistant, how it ended. */
export function Record({ call }: { call: Call }) {
  const end = endInWords(call)
  const rows: [string, ReactNode][] = [
    [
      t('Number'),
      <span key="number" className="row">
        <PersonLink number={call.client_phone_number} />
        <CopyButton text={call.client_phone_number} word={t('Copy number')} />
      </span>,
    ],
    [
      directions[call.type],
      <span key="ours" className={call.assistant_phone_number ? '' : 'dim'}>
        <OurNumber call={call} otherwise={t('without a number of its own')} />
      </span>,
    ],
    [
      t('Campaign'),
      call.campaign_id === null ? (
        <span key="none" className="dim">
          {call.campaign_name ?? t('Single call')}
        </span>
      ) : (
        <a key="campaign" className="link" href={linkTo(`/campaigns/${call.campaign_id}`)}>
          {call.campaign_name}
        </a>
      ),
    ],
    [t('Assistant'), call.assistant_name ?? '–'],
    ...(call.spoken_by ? [[t('Spoken by'), modelInWords(call.spoken_by)] as [string, ReactNode]] : []),
    ...(call.evaluated_by
      ? [
          [t('Judged by'), isGuess(call.evaluated_by) ? t('The built-in rules') : call.evaluated_by] as [
            string,
            ReactNode,
          ],
        ]
      : []),
    ...(call.answered_by ? [[t('Answered by'), answered[call.answered_by]] as [string, ReactNode]] : []),
    ...(end ? [[t('Ended'), end] as [string, ReactNode]] : []),
    [
      t('Call id'),
      <span key="id" className="row">
        <span className="mono">{call.id}</span>
        <CopyButton text={String(call.id)} word={t('Copy call id')} />
      </span>,
    ],
  ]
  const variables = Object.entries(call.variables)
  return (
    <>
      <PaneSection title={t('Record')}>
        <KeyValue width={NAME_WIDTH} rows={rows} />
      </PaneSection>
      {variables.length > 0 && (
        <PaneSection title={t('Variables')}>
          <KeyValue
            width={NAME_WIDTH}
            rows={variables.map(([name, value]) => [name, value === null || value === '' ? '–' : String(value)])}
          />
        </PaneSection>
      )}
    </>
  )
}
