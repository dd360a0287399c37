import { Button, Loader } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { segmentsOf } from '../../../contract/sms-segments'
import { Composer } from '../../parts/Composer'
import { EmptyState } from '../../parts/EmptyState'
import { lastWith } from '../../parts/find-words'
import { Notice } from '../../parts/Notice'
import { Thread } from '../../parts/Thread'
import type { Assumptions } from '../../stores/assumed'
import { deskTime } from '../../stores/desk'
import { useChange } from '../../stores/use-change'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { useSeen } from '../../stores/use-seen'
import { t } from '../../words/words'
import { shortName, whoIs } from './conversation-text'
import css from './conversations.module.css'
import { firstUnreadOf, isAnswering, linesOf, type OpenConversation } from './lines'

interface Props {
  conversation: OpenConversation | null
  failed: Error | null
  /** The words that were searched for. The newest line with them is shown. */
  search: string | undefined
}

/** The lines of one conversation, live, and the field to write into it. */
export function Chat({ conversation, failed, search }: Props) {
  if (failed && !conversation)
    return (
      <div className={css.notice}>
        <Notice tone="bad" title={t('The conversation cannot be shown')}>
          {failed.message}
        </Notice>
      </div>
    )
  if (!conversation) return <div className={css.loading} aria-busy />
  return <OpenChat conversation={conversation} search={search} />
}

function OpenChat({ conversation, search }: { conversation: OpenConversation; search: string | undefined }) {
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const { messages, type } = conversation
  // Where reading began stays marked, although it is read now.
  const [firstUnread] = useState(() => firstUnreadOf(conversation))
  const lines = useMemo(() => linesOf({ messages, type }, zone, firstUnread), [messages, type, zone, firstUnread])
  const found = useMemo(() => lastWith(messages, message => message.content, search), [messages, search])
  const answering = useClock(now => (isAnswering(conversation, now) ? 'answering' : 'silent')) === 'answering'
  const name = shortName(conversation.assistant_name)
  useMarkRead(conversation)
  return (
    <>
      {lines.length === 0 ? (
        <EmptyState icon={IconSparkles} title={t('Nothing is kept of what was said')} />
      ) : (
        <Thread
          label={t('Conversation with {who}', { who: whoIs(conversation) })}
          lines={lines}
          right={type === 'test' && conversation.ai_enabled ? 'person' : 'us'}
          names={{ person: whoIs(conversation), assistant: name, operator: t('By hand') }}
          writing={answering ? t('{name} is answering', { name }) : undefined}
          found={found && String(found.position)}
        />
      )}
      {conversation.ai_enabled ? (
        type === 'test' ? (
          <SayAsCustomer conversation={conversation} />
        ) : (
          <p className={css.silent}>
            {t('{name} answers. Take over to write yourself; until you give it back, {name} is silent.', { name })}
          </p>
        )
      ) : (
        <AnswerByHand conversation={conversation} />
      )}
    </>
  )
}

/** What is seen is read, for this operator and in every window. */
function useMarkRead({ id: uuid, unread, messages }: OpenConversation) {
  const { client, ask } = useDesk()
  const isSeen = useSeen()
  const read = useChange((position: number) => client.conversations.read({ uuid, position }), {
    assume: (_, shown) =>
      shown.change<OpenConversation>(ask.conversations.open.key({ input: { uuid } }), one => ({ ...one, unread: 0 })),
  })
  const latest = useRef(read.run)
  latest.current = read.run
  const last = messages.at(-1)?.position
  useEffect(() => {
    if (isSeen && unread > 0 && last !== undefined && last >= 0) void latest.current(last)
  }, [isSeen, unread, last])
}

/** A message that the service does not have yet. Its place is below 0, so that it is told apart. */
const pending = (role: 'user' | 'operator', content: string, now: number) => ({
  position: -1,
  role,
  content,
  function_calls: [],
  created_at: new Date(now).toISOString(),
})

/** Shows a message before the service has it. */
function useAdd({ id: uuid }: OpenConversation, role: 'user' | 'operator') {
  const { ask, store } = useDesk()
  return (content: string, shown: Pick<Assumptions, 'change'>) =>
    shown.change<OpenConversation>(ask.conversations.open.key({ input: { uuid } }), one => ({
      ...one,
      messages: [...one.messages, pending(role, content, deskTime(store.getState().clock))],
    }))
}

/** In a test chat the operator writes as the customer. */
function SayAsCustomer({ conversation }: { conversation: OpenConversation }) {
  const { client } = useDesk()
  const add = useAdd(conversation, 'user')
  const field = useRef<HTMLTextAreaElement>(null)
  const { id: uuid, assistant_name } = conversation
  const say = useChange((message: string) => client.conversations.send({ uuid, message }), { assume: add })
  useEffect(() => field.current?.focus(), [])
  return (
    <Composer
      ref={field}
      label={t('Say something to {name}', { name: shortName(assistant_name) })}
      placeholder={t('Say something as the customer')}
      draft={uuid}
      most={2000}
      isBusy={say.isBusy}
      failed={say.failed}
      onSend={async text => (await say.run(text)) !== undefined}
    />
  )
}

function AnswerByHand({ conversation }: { conversation: OpenConversation }) {
  const { client } = useDesk()
  const add = useAdd(conversation, 'operator')
  const field = useRef<HTMLTextAreaElement>(null)
  const { id: uuid, type, messages } = conversation
  const answer = useChange((message: string) => client.conversations.answer({ uuid, message }), { assume: add })
  const suggest = useChange(() => client.conversations.suggest({ uuid }), { about: messages.length })
  const isAsked = messages.at(-1)?.role === 'user'
  useEffect(() => field.current?.focus(), [])
  return (
    <Composer
      ref={field}
      label={t('Your answer')}
      placeholder={t('Answer {who} yourself', { who: whoIs(conversation) })}
      draft={uuid}
      most={2000}
      isBusy={answer.isBusy}
      failed={answer.failed ?? suggest.failed}
      onSend={async text => {
        suggest.dismiss()
        return (await answer.run(text)) !== undefined
      }}
      actions={(text, write) => (
        <Button
          leftSection={suggest.isBusy ? <Loader size={13} /> : <IconSparkles size={14} aria-hidden />}
          disabled={!isAsked}
          onClick={async () => {
            const suggested = await suggest.run(undefined)
            if (!suggested) return
            write([text.trim(), suggested.reply].filter(Boolean).join('\n'))
            field.current?.focus()
          }}
        >
          {t('Suggest')}
        </Button>
      )}
      hint={text =>
        type === 'sms' && text.trim() !== ''
          ? t('{n, plural, one {# SMS segment} other {# SMS segments}}', { n: segmentsOf(text.trim()) })
          : null
      }
    />
  )
}
