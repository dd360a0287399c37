import {
  IconBan,
  IconHistory,
  IconMessage,
  IconMessages,
  IconPhoneIncoming,
  IconPhoneOutgoing,
  IconSend,
  IconWorld,
} from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import type { Person } from '../../../contract/people'
import { EmptyState } from '../../parts/EmptyState'
import { count, dateFormat, dayAt, formatPhone, isoDay, money, weekdayAndDay } from '../../parts/format'
import { isGuess } from '../../parts/Guess'
import { StatusBadge } from '../../parts/StatusBadge'
import { Tabs } from '../../parts/Tabs'
import { Duration } from '../../parts/values'
import { personPath } from '../../phone'
import { linkTo, usePlace } from '../../router'
import { useClock } from '../../stores/use-clock'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { reasonInWords, sourceInWords } from '../blacklist/blacklist-text'
import { CallTime } from '../calls/CallTime'
import { allowedInWords, goalOf, isRunning, outcomeInWords, stateOf } from '../calls/call-text'
import { Frame } from './Frame'
import { NoteEntry } from './Notes'
import css from './people.module.css'
import type { PersonCall } from './person-text'
import { cutParts, type Happened, type Part, parts, storyOf, totalOf } from './story'

const words: Record<Part, string> = { calls: t('Calls'), sms: t('SMS'), chats: t('Chats'), notes: t('Notes') }

/** Which part of the history the address shows. */
const partIn = (query: URLSearchParams) => parts.find(part => part === query.get('show'))

/** What has happened with a person, by day, the newest first. Tabs show one kind of it. */
export function History({ person, zone }: { person: Person; zone: string }) {
  const part = partIn(usePlace().query)
  const path = personPath(person.phone_number)
  const tab = (word: string, show: Part | undefined, n?: number) => ({
    word,
    href: linkTo(path, { show }),
    isOpen: part === show,
    count: n === undefined ? undefined : count(n),
  })
  return (
    <div className={css.story}>
      <Tabs
        label={t('Show')}
        tabs={[tab(t('Everything'), undefined), ...parts.map(one => tab(words[one], one, totalOf(person, one)))]}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls */}
      <section className={css.scroll} aria-label={t('History')} tabIndex={0}>
        <Days person={person} part={part} zone={zone} />
      </section>
    </div>
  )
}

const dayAndYear = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

const Days = memo(function Days({ person, part, zone }: { person: Person; part: Part | undefined; zone: string }) {
  const today = useClock(now => dayAt(now, zone))
  const days = useMemo(
    () => [...Map.groupBy(storyOf(person, part), ({ at }) => isoDay(new Date(at), zone))],
    [person, part, zone],
  )
  if (days.length === 0) return <NothingYet part={part} />
  return (
    <>
      {days.map(([day, happened]) => {
        const moment = new Date(happened[0]!.at)
        const isThisYear = day.slice(0, 4) === today.slice(0, 4)
        const word = (isThisYear ? weekdayAndDay : dayAndYear)(moment, zone)
        const title = day === today ? t('Today, {day}', { day: word }) : word
        return (
          <section key={day} className={css.day} aria-label={title}>
            <h2>{title}</h2>
            <ol>
              {happened.map(one => (
                <Entry key={one.key} of={one} person={person} zone={zone} />
              ))}
            </ol>
          </section>
        )
      })}
      {cutParts(person)
        .filter(cut => part === undefined || cut === part)
        .map(cut => (
          <p key={cut} className={css.more}>
            {t('{what}: the newest are shown here, of {n}.', { what: words[cut], n: count(totalOf(person, cut)) })}{' '}
            {cut === 'calls' && (
              <a className="link" href={linkTo('/calls', { number: person.phone_number })}>
                {t('All calls')}
              </a>
            )}
          </p>
        ))}
    </>
  )
})

const nothing: Record<Part, { title: string; text: string }> = {
  calls: { title: t('No calls'), text: t('Call now calls this number, and campaigns call it by their lists.') },
  sms: { title: t('No SMS'), text: t('What is sent to this number and comes from it stands here.') },
  chats: { title: t('No chats'), text: t('Conversations in writing with an assistant stand here.') },
  notes: { title: t('No notes'), text: t('Add one beside: what the next person who picks this up should know.') },
}

function NothingYet({ part }: { part: Part | undefined }) {
  const { title, text } = part
    ? nothing[part]
    : {
        title: t('Nothing has happened yet'),
        text: t('Calls, SMS, chats and notes of this person stand here, by day.'),
      }
  return (
    <EmptyState icon={IconHistory} title={title}>
      {text}
    </EmptyState>
  )
}

function Entry({ of, person, zone }: { of: Happened; person: Person; zone: string }) {
  switch (of.part) {
    case 'calls':
      return <CallEntry call={of.call} person={person} zone={zone} />
    case 'notes':
      return <NoteEntry note={of.note} number={person.phone_number} zone={zone} />
    case 'sms': {
      const { sms } = of
      const isIn = sms.status === 'received'
      return (
        <Frame
          at={of.at}
          zone={zone}
          icon={isIn ? IconMessage : IconSend}
          what={isIn ? t('SMS received') : t('SMS sent')}
          state={!isIn && <StatusBadge kind="sms" name={sms.status} />}
          text={sms.body}
          foot={[
            isIn
              ? t('to {number}', { number: formatPhone(sms.to) })
              : t('from {number}', { number: formatPhone(sms.from) }),
            sms.total_cost > 0 && money(sms.total_cost),
            sms.error && said(sms.error),
          ]}
        />
      )
    }
    case 'chats': {
      const { chat } = of
      return (
        <Frame
          at={of.at}
          zone={zone}
          icon={IconMessages}
          what={chats[chat.type]}
          href={linkTo(`/conversations/${chat.id}`)}
          text={chat.type === 'sms' ? null : chat.last_message}
          foot={[
            t('{n, plural, one {# message} other {# messages}}', { n: chat.message_count }),
            chat.assistant_name,
            chat.status === 'active' ? t('goes on') : t('ended'),
            chat.total_cost > 0 && money(chat.total_cost),
          ]}
        />
      )
    }
    case null:
      return (
        <Frame
          at={of.at}
          zone={zone}
          icon={IconBan}
          what={t('Put on the do-not-call list')}
          text={reasonInWords(of.entry)}
          foot={[sourceInWords(of.entry)]}
          href={of.entry.call_id === null ? undefined : linkTo(`/calls/${of.entry.call_id}`)}
        />
      )
  }
}

const chats = {
  widget: t('Chat on the website'),
  test: t('Test chat'),
  api: t('Chat over the API'),
  sms: t('Conversation by SMS'),
}

function CallEntry({ call, person, zone }: { call: PersonCall; person: Person; zone: string }) {
  const goal = goalOf(call)
  const allowed = call.allowed_because.filter(({ rule }) => rule !== 'attempt').map(allowedInWords)
  return (
    <Frame
      at={call.created_at}
      zone={zone}
      icon={call.type === 'outbound' ? IconPhoneOutgoing : call.type === 'web' ? IconWorld : IconPhoneIncoming}
      what={titleOf(call, person)}
      href={linkTo(`/calls/${call.id}`)}
      state={
        <>
          <StatusBadge kind="call" name={stateOf(call)} />
          {isRunning(call) && (
            <span className="dim">
              <CallTime call={call} />
            </span>
          )}
        </>
      }
      text={outcomeInWords(call)}
      foot={[
        !isRunning(call) && call.duration > 0 && <Duration key="talked" seconds={call.duration} />,
        goal !== undefined &&
          (isGuess(call.evaluated_by)
            ? goal
              ? t('goal perhaps reached')
              : t('goal perhaps not reached')
            : goal
              ? t('goal reached')
              : t('goal not reached')),
        call.campaign_name,
        call.assistant_name,
        Number(call.total_cost) > 0 && money(Number(call.total_cost)),
      ]}
      more={allowed.length > 0 && t('Allowed: {why}', { why: allowed.join(' · ') })}
    />
  )
}

/** `Call, attempt 2 of 4`, or what kind of call it was. */
function titleOf(call: PersonCall, { leads, phone_number }: Person): string {
  if (call.type === 'inbound') return t('Inbound call')
  if (call.type === 'web') return t('Call in the browser')
  const [n, all] = call.allowed_because.find(({ rule }) => rule === 'attempt')?.value.match(/\d+/g) ?? []
  if (n === undefined || all === undefined) return t('Single call')
  const lead = leads.find(({ id }) => id === call.lead_id)
  return lead && lead.phone_number !== phone_number
    ? t('Call, attempt {n} of {all} at {who}', { n, all, who: lead.name ?? formatPhone(lead.phone_number) })
    : t('Call, attempt {n} of {all}', { n, all })
}
