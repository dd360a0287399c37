import { Button, Menu } from '@mantine/core'
import { IconMessageChatbot, IconMessages } from '@tabler/icons-react'
import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Conversation } from '../../../contract/conversations'
import { ExportButton } from '../../exports/ExportButton'
import { EmptyState } from '../../parts/EmptyState'
import { FilterChip } from '../../parts/FilterChip'
import layout from '../../parts/layout.module.css'
import { MoreMenu } from '../../parts/MoreMenu'
import { NotShown } from '../../parts/NotShown'
import { PageHeader } from '../../parts/PageHeader'
import { SearchField } from '../../parts/SearchField'
import { StatusBadge } from '../../parts/StatusBadge'
import { type ThreadEntry, ThreadList, Threads } from '../../parts/Threads'
import { Clip } from '../../parts/values'
import { go, linkTo, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import { Chat } from './Chat'
import { ChatPane } from './ChatPane'
import { channels, stateOf, whoIs } from './conversation-text'
import { conversationsExport } from './export'
import { byChannel, byState, type Filters, filtersIn, inputOf } from './filters'
import { TakeOver } from './TakeOver'
import { TestChatDialog } from './TestChatDialog'

const entryOf = (conversation: Conversation, filters: Filters): ThreadEntry => ({
  id: conversation.id,
  href: linkTo(`/conversations/${conversation.id}`, filters),
  who: whoIs(conversation),
  at: conversation.updated_at,
  words: conversation.last_message ?? t('Deleted, as it was kept long enough'),
  unread: conversation.unread,
  foot: (
    <>
      <StatusBadge kind="conversation" name={stateOf(conversation)} />
      <Clip>
        · {channels[conversation.type]} · {conversation.assistant_name}
      </Clip>
    </>
  ),
})

/** All conversations, the one with the newest line first, and the one that the address names. */
export function ConversationsPage() {
  const { ask, client } = useDesk()
  const { path, query } = usePlace()
  const zone = useDeskState(state => state.settings?.timezone)
  const id = path.split('/')[2]
  const key = JSON.stringify(filtersIn(query))
  const filters = useMemo<Filters>(() => JSON.parse(key), [key])
  const [trying, setTrying] = useState(false)

  const list = useInfiniteQuery({
    ...ask.conversations.list.infiniteOptions({
      input: (cursor: string | undefined) => inputOf(filters, cursor),
      initialPageParam: undefined,
      getNextPageParam: page => page.next_cursor ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.pages.flatMap(page => page.data)
  const opened = useQuery(ask.conversations.open.queryOptions({ input: id === undefined ? skipToken : { uuid: id } }))
  const conversation = opened.data ?? found?.find(one => one.id === id)
  const error = failureOf(list)
  const place = id === undefined ? '/conversations' : `/conversations/${id}`
  const show = (changed: Filters, by = go) => by(place, { ...filters, ...changed })
  const tryOut = () => setTrying(true)
  return (
    <div className={layout.column}>
      {id === undefined ? (
        <PageHeader
          title={t('Conversations')}
          meta={`${t('newest first')}${zone ? ` · ${zone}` : ''}`}
          actions={
            <>
              <ExportButton
                list={() => conversationsExport(client, filters, zone ?? 'UTC')}
                disabled={!found?.length || !zone}
              />
              <Button leftSection={<IconMessageChatbot size={15} aria-hidden />} onClick={tryOut}>
                {t('Try an assistant')}
              </Button>
            </>
          }
        />
      ) : (
        <PageHeader
          title={conversation ? whoIs(conversation) : t('The conversation')}
          trail={[[t('Conversations'), linkTo('/conversations', filters).slice(1)]]}
          badge={conversation && <StatusBadge kind="conversation" name={stateOf(conversation)} look="pill" />}
          meta={conversation ? `${channels[conversation.type]} · ${conversation.assistant_name}` : ''}
          actions={
            <>
              {conversation && <TakeOver key={id} conversation={conversation} />}
              <MoreMenu>
                <Menu.Item onClick={tryOut}>{t('Try an assistant')}</Menu.Item>
              </MoreMenu>
            </>
          }
        />
      )}
      <NotShown title={t('The conversations cannot be shown')} error={error} />
      <Threads
        isOpen={id !== undefined}
        filters={
          <>
            <SearchField
              label={t('Search conversations')}
              placeholder={t('A name, a number, or words')}
              width="100%"
              value={filters.search ?? ''}
              onSearch={search => show({ search: search || undefined }, refine)}
            />
            <FilterChip
              label={t('State')}
              value={filters.state}
              options={byState}
              onChange={state => show({ state })}
            />
            <AssistantFilter value={filters.assistant} onChange={assistant => show({ assistant })} />
            <FilterChip
              label={t('Channel')}
              value={filters.channel}
              options={byChannel}
              onChange={channel => show({ channel })}
            />
          </>
        }
        list={
          <ThreadList
            label={t('Conversations')}
            entries={found?.map(one => entryOf(one, filters)) ?? (error ? [] : null)}
            open={id}
            onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
            isLoadingMore={list.isFetchingNextPage}
            empty={
              error ? null : Object.keys(filters).length > 0 ? (
                <EmptyState icon={IconMessages} title={t('No conversation fits these filters')}>
                  {t('Take one away to see more.')}
                </EmptyState>
              ) : (
                <EmptyState icon={IconMessages} title={t('No conversations yet')}>
                  {t(
                    'They appear here when somebody writes to an assistant: on a website, by SMS, or through your own program.',
                  )}
                </EmptyState>
              )
            }
          />
        }
        pane={opened.data && <ChatPane conversation={opened.data} />}
      >
        {id === undefined ? (
          <EmptyState icon={IconMessages} title={t('Choose a conversation')}>
            {t('You can take over from the assistant at any time, answer yourself, and give it back.')}
          </EmptyState>
        ) : (
          <Chat
            key={id}
            conversation={opened.data ?? null}
            failed={failureOf(opened)}
            search={filters.search ?? query.get('find') ?? undefined}
          />
        )}
      </Threads>
      <TestChatDialog opened={trying} onClose={() => setTrying(false)} />
    </div>
  )
}

function AssistantFilter({ value, onChange }: { value?: string; onChange: (value: string | undefined) => void }) {
  const { ask } = useDesk()
  const { data } = useQuery(ask.assistants.listAll.queryOptions({ input: {} }))
  return (
    <FilterChip
      label={t('Assistant')}
      value={value}
      options={data?.map(({ id, name }) => ({ value: String(id), word: name })) ?? null}
      onChange={onChange}
    />
  )
}
