import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightStore } from '@mantine/spotlight'
import {
  type Icon,
  IconHandStop,
  IconMoon,
  IconPhoneOutgoing,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlus,
  IconSpeakerphone,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Campaign } from '../../contract/campaigns'
import { isOnLine } from '../../contract/statuses'
import { navigation } from '../navigation'
import { formatPhone } from '../parts/format'
import { Dot } from '../parts/StatusBadge'
import { Time } from '../parts/values'
import { go } from '../router'
import { useDesk, useDeskState } from '../stores/use-desk'
import { states } from '../theme/states'
import css from './CommandPalette.module.css'
import { digitsIn, findPeople, type Person, wholeNumber } from './find-people'

/** The dialog that a command opens. */
export type PaletteDialog =
  | { kind: 'call'; number?: string }
  | { kind: 'stop'; campaign: { id: number; name: string } }
  | { kind: 'halt' }
  | { kind: 'failed'; why: string }

interface Entry {
  /** Unique. Names are not, because two campaigns may share one. */
  id: string
  group: 'People' | 'Campaigns' | 'Actions' | 'Pages'
  word: string
  /** Shown after the word in bold: a person's name, or the assistant of a campaign. */
  who?: string | null
  note?: ReactNode
  icon: Icon
  /** Not shown while the query is empty. */
  needsQuery?: boolean
  /** Made for the query, so shown whatever its name is. */
  isForQuery?: boolean
  act: () => void
}

const groups = ['People', 'Campaigns', 'Actions', 'Pages'] as const

/** How many campaigns are shown while the query is empty. */
const MAX_WITHOUT_QUERY = 5

interface Props {
  query: string
  store: SpotlightStore
  openDialog: (dialog: PaletteDialog) => void
}

/** The entries that match the query: people by digits, all others by name. */
export function PaletteResults({ query, store, openDialog }: Props) {
  const people = usePeople(query)
  const campaigns = useCampaigns(openDialog)
  const actions = useActions(query, openDialog)
  const pages: Entry[] = navigation
    .flat()
    .map(({ word, to, icon }) => ({ id: to, group: 'Pages', word, icon, act: () => go(to) }))
  const isEmpty = query.trim() === ''
  const found = [
    ...people.entries,
    ...[...campaigns, ...actions, ...pages].filter(entry =>
      isEmpty ? !entry.needsQuery : entry.isForQuery || matches(entry.word, query),
    ),
  ].toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
  useSelection(
    query,
    found.map(entry => entry.id),
    store,
  )

  // A key that is pressed while the palette closes does nothing.
  const act = (entry: Entry) => store.getState().opened && entry.act()

  return (
    <Spotlight.ActionsList>
      {groups.map(group => {
        const entries = found.filter(entry => entry.group === group)
        return (
          entries.length > 0 && (
            <Spotlight.ActionsGroup key={group} label={group} classNames={{ actionsGroup: css.group }}>
              {entries.map(entry => (
                <Spotlight.Action key={entry.id} onClick={() => act(entry)} classNames={{ action: css.action }}>
                  <entry.icon size={16} aria-hidden />
                  <span className="num">{entry.word}</span>
                  {entry.who && <b>{entry.who}</b>}
                  {entry.note && <em>{entry.note}</em>}
                </Spotlight.Action>
              ))}
            </Spotlight.ActionsGroup>
          )
        )
      })}
      {people.failed && <Spotlight.Empty>{people.failed}</Spotlight.Empty>}
      {found.length === 0 && !people.failed && !people.isAsking && (
        <Spotlight.Empty>
          {digitsIn(query)
            ? 'Nobody with that number, in calls or leads.'
            : 'Nothing by that name. A phone number may be typed in any form.'}
        </Spotlight.Empty>
      )}
    </Spotlight.ActionsList>
  )
}

/** Selects the first entry of a new query. If entries come later, the one that the person moved to stays selected. */
function useSelection(query: string, ids: string[], store: SpotlightStore) {
  const before = useRef({ query, ids })
  const shown = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries that come later change the positions too
  useEffect(() => {
    const { selected } = store.getState()
    const movedTo = selected > 0 && before.current.query === query ? before.current.ids[selected] : undefined
    before.current = { query, ids }
    select(store, Math.max(0, ids.indexOf(movedTo ?? '')))
  }, [query, shown, store])
}

/** Marks the selected entry in the DOM, as Spotlight itself does when the query changes. */
function select(store: SpotlightStore, selected: number) {
  const list = document.getElementById(store.getState().listId)
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  list?.querySelectorAll('[data-action]')[selected]?.setAttribute('data-selected', 'true')
  store.updateState(state => ({ ...state, selected }))
}

const normalise = (text: string) => text.toLowerCase().replaceAll(/\s/g, '')
const matches = (word: string, query: string) => normalise(word).includes(normalise(query))

function usePeople(query: string) {
  const { client, ask } = useDesk()
  const digits = digitsIn(query)
  const [asked] = useDebouncedValue(digits, 150)
  const { data, error } = useQuery({
    queryKey: [...ask.people.key(), 'found', asked],
    queryFn: asked ? async () => ({ of: asked, people: await findPeople(client, asked) }) : skipToken,
  })
  return {
    entries: digits ? (data?.people ?? []).filter(person => person.number.includes(digits)).map(personEntry) : [],
    isAsking: digits !== null && data?.of !== digits,
    failed: digits && error ? error.message : null,
  }
}

function personEntry(person: Person): Entry {
  const { number, name, call, lead } = person
  return {
    id: number,
    group: 'People',
    word: formatPhone(number),
    who: name,
    note: <PersonState of={person} />,
    icon: IconUser,
    act() {
      if (call && isOnLine(call.status)) go(`/calls/${call.id}`)
      else if (call || !lead) go('/calls', { number })
      else go(`/campaigns/${lead.campaign_id}`)
    },
  }
}

/** The state of a person's last call, else of the lead. */
function PersonState({ of: { call, lead } }: { of: Person }) {
  if (call) {
    const { word, role } = states.call[call.status]
    return (
      <>
        {isOnLine(call.status) && <Dot role={role} />}
        {word} <Time at={call.created_at} />
      </>
    )
  }
  return lead && `${states.lead[lead.status].word}, ${lead.campaign.name}`
}

function useCampaigns(openDialog: Props['openDialog']): Entry[] {
  const { client, ask } = useDesk()
  const { data } = useQuery(ask.campaigns.list.queryOptions({ input: {} }))
  // Running campaigns come first, because people look for them most.
  const sorted = (data ?? []).toSorted((a, b) => Number(isRunning(b)) - Number(isRunning(a)))
  const start = ({ id }: Campaign) =>
    client.campaigns.updateStatus({ campaign_id: id, action: 'start' }).then(
      () => go(`/campaigns/${id}`),
      (error: Error) => openDialog({ kind: 'failed', why: error.message }),
    )
  const names = sorted.map(({ name }) => name)
  return sorted.flatMap((campaign, i): Entry[] => {
    const { word, role } = states.campaign[campaign.status]
    const { id, name } = campaign
    const isNamesake = names.indexOf(name) !== names.lastIndexOf(name)
    const who = isNamesake ? campaign.assistant_name : null
    return [
      {
        id: `campaign ${id}`,
        group: 'Campaigns',
        word: name,
        who,
        note: (
          <>
            <Dot role={role} /> {word}
          </>
        ),
        icon: IconSpeakerphone,
        needsQuery: i >= MAX_WITHOUT_QUERY,
        act: () => go(`/campaigns/${id}`),
      },
      isRunning(campaign)
        ? {
            id: `stop ${id}`,
            group: 'Actions',
            word: `Stop “${name}”`,
            who,
            note: 'asks first',
            icon: IconPlayerStop,
            needsQuery: true,
            act: () => openDialog({ kind: 'stop', campaign }),
          }
        : {
            id: `start ${id}`,
            group: 'Actions',
            word: `Start “${name}”`,
            who,
            icon: IconPlayerPlay,
            needsQuery: true,
            act: () => void start(campaign),
          },
    ]
  })
}

const isRunning = ({ status }: Campaign) => status === 'in-progress'

function useActions(query: string, openDialog: Props['openDialog']): Entry[] {
  const { client, stop } = useDesk()
  const state = useDeskState(desk => (desk.connection === 'lost' ? undefined : desk.dialing?.state))
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const number = wholeNumber(query)
  const act = (work: Promise<unknown>) =>
    work.catch((error: Error) => openDialog({ kind: 'failed', why: error.message }))
  const entries: Entry[] = [
    {
      id: 'call',
      group: 'Actions',
      word: 'Call a number',
      icon: IconPhoneOutgoing,
      act: () => openDialog({ kind: 'call' }),
    },
    { id: 'new', group: 'Actions', word: 'New campaign', icon: IconPlus, act: () => go('/campaigns/new') },
    {
      id: 'colours',
      group: 'Actions',
      word: isDark ? 'Use light colours' : 'Use dark colours',
      icon: isDark ? IconSun : IconMoon,
      act: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
  ]
  if (state === 'dialing')
    entries.push({
      id: 'pause',
      group: 'Actions',
      word: 'Pause dialing',
      note: 'running calls go on',
      icon: IconPlayerPause,
      act: () => void act(stop('pause')),
    })
  else if (state)
    entries.push({
      id: 'resume',
      group: 'Actions',
      word: 'Resume dialing',
      icon: IconPlayerPlay,
      act: () => void act(client.dialing.resume({})),
    })
  if (state)
    entries.push({
      id: 'halt',
      group: 'Actions',
      word: 'Stop all',
      note: 'asks first',
      icon: IconHandStop,
      act: () => openDialog({ kind: 'halt' }),
    })
  if (number)
    entries.unshift({
      id: `call ${number}`,
      group: 'Actions',
      isForQuery: true,
      word: `Call ${formatPhone(number)}`,
      icon: IconPhoneOutgoing,
      act: () => openDialog({ kind: 'call', number }),
    })
  return entries
}
