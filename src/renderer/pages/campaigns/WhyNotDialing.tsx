import { Button } from '@mantine/core'
import { IconCheck, IconClockHour4 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Explanation } from '../../../contract/explain'
import { weekdayAndNumber, weekdayName } from '../../parts/format'
import { linkTo } from '../../router'
import { useDialing } from '../../shell/use-dialing'
import { useClock } from '../../stores/use-clock'
import { useDeskState, useOnLine } from '../../stores/use-desk'
import { hoursInWords, openOn, placeIn } from '../../week'
import {
  type Counted,
  checksOf,
  hoursOf,
  leadsInWords,
  MINUTE,
  spanInWords,
  stillToReach,
  whenInZone,
} from './campaign-text'
import css from './campaigns.module.css'

/** Why nothing is dialed, until when, and the state of every condition for dialing. */
export function WhyNotDialing({ campaign, why }: { campaign: Counted; why: Explanation }) {
  const now = useClock(ms => ms - (ms % MINUTE))
  const desk = {
    now,
    live: useOnLine() ?? 0,
    lines: useDeskState(state => state.settings?.max_calls_in_parallel) ?? 0,
    balance: useDeskState(state => (state.balance === null ? '' : `$${state.balance.toFixed(2)}`)),
  }
  const next = why.next_at
  const has = (code: string) => why.reasons.some(reason => reason.code === code)
  const waiting = stillToReach(campaign.lead_counts)
  const sentences: string[] = [
    has('outside_hours')
      ? `Outside this campaign’s hours: ${hoursInWords(hoursOf(campaign))}, ${campaign.timezone}.`
      : '',
    ...why.reasons.filter(({ code }) => code !== 'outside_hours').map(({ text }) => `${text}.`),
    next ? `That is in ${spanInWords(Date.parse(next) - now)}.` : '',
    next && waiting > 0 ? `${leadsInWords(waiting)} ${waiting === 1 ? 'is' : 'are'} still to reach.` : '',
  ]
  const [first, ...others] = sentences.filter(text => text !== '')
  return (
    <section className={css.why} aria-label="Why nothing is dialed">
      <div className={css.answer}>
        <IconClockHour4 size={18} aria-hidden />
        <div>
          <h2>{next ? `Nothing is dialed until ${whenInZone(next, campaign.timezone, now)}` : withoutStop(first)}</h2>
          <p>{(next ? [first, ...others] : others).join(' ')}</p>
        </div>
        <Remedy campaign={campaign} why={why} />
      </div>
      {has('outside_hours') && <DayTrack campaign={campaign} now={now} next={next} />}
      <ul className={css.checks}>
        {checksOf(campaign, why, desk).map(({ ok, word, note }) => (
          <li key={word} data-ok={ok}>
            {ok ? (
              <IconCheck size={14} stroke={2.4} aria-label="yes" />
            ) : (
              <IconClockHour4 size={14} stroke={2.2} aria-label="not yet" />
            )}
            <span>{word}</span>
            <span className="clip" title={note}>
              {note}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const withoutStop = (text: string | undefined) => (text ?? '').replace(/\.$/, '')

/** What a person can do about the first reason, if there is anything. */
function Remedy({ campaign, why }: { campaign: Counted; why: Explanation }): ReactNode {
  const { resume, failed, isBusy } = useDialing()
  const edit = (word: string) => (
    <Button component="a" href={linkTo(`/campaigns/${campaign.id}/edit`)}>
      {word}
    </Button>
  )
  if (failed) return <p className="danger">{failed}</p>
  switch (why.reasons[0]?.code) {
    case 'dialing_paused':
      return (
        <Button loading={isBusy} onClick={resume}>
          Resume dialing
        </Button>
      )
    case 'outside_hours':
      return edit('Change hours')
    case 'no_assistant':
      return edit('Choose an assistant')
    case 'no_leads':
      return (
        <Button component="a" href={linkTo(`/campaigns/${campaign.id}`, { add: 'lead' })}>
          Add leads
        </Button>
      )
    default:
      return null
  }
}

const DAY = 24 * 60 * 60 * 1000

/** The open hours from yesterday to the day on which the campaign opens again, with the time now. */
function DayTrack({ campaign, now, next }: { campaign: Counted; now: number; next: string | null }) {
  const { timezone: zone } = campaign
  const here = placeIn(zone, now)
  const noon = Date.parse(`${here.date}T12:00:00Z`)
  const ahead = next ? Math.round((Date.parse(`${placeIn(zone, Date.parse(next)).date}T12:00:00Z`) - noon) / DAY) : 1
  const shown = Array.from({ length: Math.min(6, Math.max(1, ahead) + 2) }, (_, i) => i - 1)
  const words: string[] = []
  const tracks = shown.map(offset => {
    const date = new Date(noon + offset * DAY)
    const name = weekdayAndNumber(date, 'UTC')
    const stretches = openOn(hoursOf(campaign), (here.day + offset + 7) % 7)
    words.push(
      `${weekdayName(date, 'UTC')} ${stretches.length > 0 ? `open ${stretches.map(inHours).join(' and ')}` : 'closed'}`,
    )
    return { offset, name: offset === 0 ? `Today, ${name}` : name, stretches }
  })
  return (
    <div className={css.days} role="img" aria-label={words.join(', ')}>
      {tracks.map(({ offset, name, stretches }) => (
        <div key={name} className={css.day} data-today={offset === 0 || undefined}>
          <span>{name}</span>
          <div>
            {stretches.map(([from, to]) => (
              <i key={from} style={{ left: `${from / 14.4}%`, width: `${(to - from) / 14.4}%` }}>
                <b>{inHours([from, to])}</b>
              </i>
            ))}
            {offset === 0 && (
              <em style={{ left: `${here.minute / 14.4}%` }} data-late={hasNoRoom(here.minute, stretches) || undefined}>
                <b>{clock(here.minute)}</b>
              </em>
            )}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Whether the time is written to the left of its line, because to the right the day ends or other text stands. */
const hasNoRoom = (minute: number, stretches: readonly [number, number][]) =>
  minute > 20 * 60 || (minute > 5 * 60 && stretches.some(([from]) => from > minute && from < minute + 5 * 60))

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** `09–17`, or `09:30–17:00` when there are minutes. */
const inHours = ([from, to]: [number, number]) =>
  [from, to].map(minute => (from % 60 || to % 60 ? clock(minute) : clock(minute).slice(0, 2))).join('–')
