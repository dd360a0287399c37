import { Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Sms } from '../../../contract/sms'
import { EmptyState } from '../../parts/EmptyState'
import { lastWith } from '../../parts/find-words'
import { formatPhone } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { Thread } from '../../parts/Thread'
import { linkTo } from '../../router'
import { deskTime } from '../../stores/desk'
import { failureOf } from '../../stores/failure'
import { useChange } from '../../stores/use-change'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { useSeen } from '../../stores/use-seen'
import { rich, t } from '../../words/words'
import { shortName } from '../conversations/conversation-text'
import { SmsComposer } from './SmsComposer'
import css from './sms.module.css'
import { linesOf } from './sms-lines'

/** How many SMS are asked for at once. */
const PER_PAGE = 100

interface Page {
  data: Sms[]
}

interface Props {
  /** The number of the person, or the name that a sender has instead. */
  person: string
  unread: number
  /** The words that were searched for. The newest SMS with them is shown. */
  search: string | undefined
}

/** All SMS with one person, live, and the field to write one. */
export function SmsThread({ person, unread, search }: Props) {
  const { client, ask, store } = useDesk()
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const answer = useInfiniteQuery(
    ask.sms.list.infiniteOptions({
      input: (page: number) => ({ with: person, page, per_page: PER_PAGE }),
      initialPageParam: 1,
      getNextPageParam: page => (page.current_page < page.last_page ? page.current_page + 1 : undefined),
    }),
  )
  const { data } = answer
  // Pages may share an SMS when a new one came between the questions.
  const all = useMemo(
    () =>
      data ? [...new Map(data.pages.flatMap(page => page.data).map(sms => [sms.id, sms])).values()].reverse() : null,
    [data],
  )
  const send = useChange((sms: { from: number; to: string; body: string }) => client.sms.send(sms), {
    assume: (sms, shown) =>
      shown.change<{ pages: Page[] }>(ask.sms.list.key({ type: 'infinite' }), ({ pages, ...others }) => ({
        ...others,
        pages: pages.map((page, i) =>
          // Only of this person.
          i === 0 && isWith(page, person)
            ? { ...page, data: [pending(sms.body, person, deskTime(store.getState().clock)), ...page.data] }
            : page,
        ),
      })),
  })
  const again = useChange((id: number) => client.sms.sendAgain({ id }), { about: all?.length })
  const latestAgain = useRef(again.run)
  latestAgain.current = again.run
  const sendAgain = useCallback((id: number) => void latestAgain.current(id), [])
  const [firstUnread, setFirstUnread] = useState<number | null>()
  if (all && firstUnread === undefined)
    setFirstUnread(unread > 0 ? (all.filter(({ status }) => status === 'received').at(-unread)?.id ?? null) : null)
  const lines = useMemo(
    () => all && linesOf(all, zone, firstUnread ?? null, sendAgain),
    [all, zone, firstUnread, sendAgain],
  )
  const found = useMemo(() => all && lastWith(all, sms => sms.body, search), [all, search])
  useMarkRead(person, unread, all?.findLast(({ status }) => status === 'received')?.id)
  // What was searched for may be earlier than what was loaded.
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = answer
  const isMissing = search !== undefined && /\p{L}/u.test(search) && all !== null && !found
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetchingNextPage, fetchNextPage])

  const error = failureOf(answer)
  const name = all?.findLast(sms => sms.name !== null)?.name ?? null
  const isNumber = person.startsWith('+')
  return (
    <>
      {(error || again.failed) && (
        <div className={css.refusal}>
          <Notice tone="bad" title={again.failed ?? error!.message} />
        </div>
      )}
      {lines === null ? (
        <div className={css.waiting} aria-busy={!error} />
      ) : lines.length === 0 ? (
        <div className={css.waiting}>
          <EmptyState icon={IconMessage} title={t('No SMS with {number} yet', { number: formatPhone(person) })} />
        </div>
      ) : (
        <Thread
          label={t('SMS with {who}', { who: name ?? formatPhone(person) })}
          lines={lines}
          right="us"
          names={{ person: name ?? formatPhone(person), assistant: t('We') }}
          found={found ? String(found.id) : undefined}
          top={
            hasNextPage && (
              <Button size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('Show earlier ones')}
              </Button>
            )
          }
        />
      )}
      {isNumber ? (
        <>
          <AnsweredBy person={person} />
          <SmsComposer
            to={person}
            draft={person}
            from={ownNumberOf(all)}
            isBusy={send.isBusy}
            failed={send.failed}
            onSend={async sms => (await send.run(sms)) !== undefined}
          />
        </>
      ) : (
        <p className={css.by}>{t('A sender with a name instead of a number cannot be answered.')}</p>
      )}
    </>
  )
}

/** Our number in the newest SMS. */
function ownNumberOf(all: Sms[] | null): string | undefined {
  const last = all?.at(-1)
  return last && (last.status === 'received' ? last.to : last.from)
}

const isWith = ({ data: [first] }: Page, person: string) =>
  first === undefined || (first.status === 'received' ? first.from : first.to) === person

/** An SMS that the service does not have yet. */
const pending = (body: string, to: string, now: number): Sms => ({
  id: -1,
  phone_number_id: 0,
  from: '',
  to,
  name: null,
  body,
  user_id: 0,
  segments: 0,
  segment_price: 0,
  total_cost: 0,
  status: 'queued',
  sms_sid: '',
  error: null,
  created_at: new Date(now).toISOString().slice(0, 19).replace('T', ' '),
  updated_at: '',
})

/** What is seen is read, here and in the conversation of an assistant. */
function useMarkRead(person: string, unread: number, last: number | undefined) {
  const { client } = useDesk()
  const isSeen = useSeen()
  const read = useChange((id: number) => client.sms.readThread({ phone_number: person, id }))
  const latest = useRef(read.run)
  latest.current = read.run
  useEffect(() => {
    if (isSeen && unread > 0 && last !== undefined) void latest.current(last)
  }, [isSeen, unread, last])
}

/** Says when an assistant answers this person, since two would answer then. */
function AnsweredBy({ person }: { person: string }) {
  const { ask } = useDesk()
  const { data } = useQuery(
    ask.conversations.list.queryOptions({ input: { type: 'sms', customer_phone: person, per_page: 1 } }),
  )
  const chat = data?.data.find(one => one.customer_phone === person)
  if (!chat) return null
  const link = {
    chat: (inside: React.ReactNode) => (
      <a className="link" href={linkTo(`/conversations/${chat.id}`)}>
        {inside}
      </a>
    ),
  }
  const name = { name: () => shortName(chat.assistant_name) }
  return (
    <p className={css.by}>
      {chat.ai_enabled
        ? rich('<name></name> answers what comes in. Take over in <chat>the conversation</chat> to answer alone.', {
            ...link,
            ...name,
          })
        : rich('A person answers in <chat>the conversation</chat> in place of <name></name>.', { ...link, ...name })}
    </p>
  )
}
