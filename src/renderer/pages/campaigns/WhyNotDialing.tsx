import { Button } from '@mantine/core'
import { IconCheck, IconClockHour4, IconCreditCardOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Explanation } from '../../../contract/explain'
import { money, weekdayAndNumber, weekdayName } from '../../parts/format'
import { linkTo } from '../../router'
import { useDialing } from '../../shell/use-dialing'
import { useDeskState, useOnLine } from '../../stores/use-desk'
import { clockOf as clock, hoursInWords, openOn, placeIn } from '../../week'
import { t } from '../../words/words'
import {
  type Counted,
  checksOf,
  hoursOf,
  mainReason,
  missingFirst,
  reasonInWords,
  shortageOf,
  spanInWords,
  stillToReach,
  whenInZone,
} from './campaign-text'
import css from './campaigns.module.css'

/** Why nothing is dialed, until when, and the state of every condition for dialing. */
export function WhyNotDialing({ campaign, why, now }: { campaign: Counted; why: Explanation; now: number }) {
  const desk = {
    now,
    live: useOnLine() ?? 0,
    lines: useDeskState(state => state.settings?.max_calls_in_parallel) ?? 0,
    balance: useDeskState(state => (state.balance === null ? '' : money(state.balance))),
  }
  const next = why.next_at
  const shortage = shortageOf(why)
  const [title, whyMissing] = titleOf(campaign, why, now)
  const waiting = stillToReach(campaign.lead_counts)
  const isClosed = why.reasons.some(({ code }) => code === 'outside_hours')
  const main = mainReason(why)
  const sentences = [
    whyMissing,
    isClosed &&
      t('Outside this campaign’s hours: {hours}, {zone}.', {
        hours: hoursInWords(hoursOf(campaign)),
        zone: campaign.timezone,
      }),
    // The title has the main reason, unless it says until when.
    ...why.reasons
      .filter(reason => reason.code !== 'outside_hours' && (next !== null || reason !== main))
      .map(reason => `${reasonInWords(reason, campaign.timezone, now)}.`),
    next && t('That is in {span}.', { span: spanInWords(Date.parse(next) - now) }),
    next && waiting > 0 && t('{n, plural, one {# lead is} other {# leads are}} still to reach.', { n: waiting }),
  ]
  return (
    <section className={css.why} data-bad={shortage ? true : undefined} aria-label={t('Why nothing is dialed')}>
      <div className={css.answer}>
        {shortage ? <IconCreditCardOff size={18} aria-hidden /> : <IconClockHour4 size={18} aria-hidden />}
        <div>
          <h2>{title}</h2>
          <p>{sentences.filter(Boolean).join(' ')}</p>
        </div>
        <Remedy campaign={campaign} why={why} />
      </div>
      {isClosed && <DayTrack campaign={campaign} now={now} next={next} />}
      <ul className={css.checks}>
        {checksOf(campaign, why, desk).map(({ ok, word, note, needsPerson }) => (
          <li key={word} data-ok={ok} data-bad={needsPerson || undefined}>
            {ok ? (
              <IconCheck size={14} stroke={2.4} aria-label={t('yes')} />
            ) : (
              <IconClockHour4 size={14} stroke={2.2} aria-label={t('not yet')} />
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

/** What is so in a few words, and for a shortage also how it comes about. */
function titleOf(campaign: Counted, why: Explanation, now: number): [title: string, more: string | null] {
  const shortage = shortageOf(why)
  if (shortage) return missingFirst(shortage.text)
  const main = mainReason(why)
  if (!why.next_at) return [main ? reasonInWords(main, campaign.timezone, now) : '', null]
  return [t('Nothing is dialed until {when}', { when: whenInZone(why.next_at, campaign.timezone, now) }), null]
}

/** What a person can do about the first reason, if there is anything. */
function Remedy({ campaign, why }: { campaign: Counted; why: Explanation }): ReactNode {
  const { resume, failed, isBusy } = useDialing()
  const edit = (word: string) => (
    <Button component="a" href={linkTo(`/campaigns/${campaign.id}/edit`)}>
      {word}
    </Button>
  )
  if (failed) return <p className="danger">{failed}</p>
  switch (mainReason(why)?.code) {
    case 'dialing_paused':
      return (
        <Button loading={isBusy} onClick={resume}>
          {t('Resume dialing')}
        </Button>
      )
    case 'outside_hours':
      return edit(t('Change hours'))
    case 'no_assistant':
      return edit(t('Choose an assistant'))
    case 'no_leads':
      return (
        <Button component="a" href={linkTo(`/campaigns/${campaign.id}`, { add: 'lead' })}>
          {t('Add leads')}
        </Button>
      )
    case 'no_balance':
      return (
        <Button component="a" href={linkTo('/money', { add: 'top-up' })}>
          {t('Top up')}
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
      stretches.length > 0
        ? t('{day} open {hours}', { day: weekdayName(date, 'UTC'), hours: stretches.map(inHours).join(', ') })
        : t('{day} closed', { day: weekdayName(date, 'UTC') }),
    )
    return { offset, name: offset === 0 ? t('Today, {day}', { day: name }) : name, stretches }
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

/** `09–17`, or `09:30–17:00` when there are minutes. */
const inHours = ([from, to]: [number, number]) =>
  [from, to].map(minute => (from % 60 || to % 60 ? clock(minute) : clock(minute).slice(0, 2))).join('–')
