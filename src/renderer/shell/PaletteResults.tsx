import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Spotlight, type SpotlightStore } from '@mantine/spotlight'
import {
  IconHandStop,
  IconLanguage,
  IconMoon,
  IconPhoneOutgoing,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlus,
  IconSpeakerphone,
  IconSun,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Campaign } from '../../contract/campaigns'
import { useCountry } from '../forms/NumberField'
import { navigation } from '../navigation'
import { formatPhone } from '../parts/format'
import { Dot } from '../parts/StatusBadge'
import { wholeNumber } from '../phone'
import { go } from '../router'
import { useDesk, useDeskState } from '../stores/use-desk'
import { states } from '../theme/states'
import { choose, others } from '../words/language'
import { t } from '../words/words'
import css from './CommandPalette.module.css'
import type { PaletteEntry, PaletteGroup } from './palette-entry'
import { isNumber, usePeople } from './use-people'

/** The dialog that a command opens. */
export type PaletteDialog =
  | { kind: 'call'; number?: string }
  | { kind: 'stop'; campaign: { id: number; name: string } }
  | { kind: 'halt' }
  | { kind: 'failed'; why: string }

const groups: Record<PaletteGroup, string> = {
  people: t('People'),
  campaigns: t('Campaigns'),
  actions: t('Actions'),
  pages: t('Pages'),
}
const byNumber: PaletteGroup[] = ['people', 'campaigns', 'actions', 'pages']
/** What the console has itself is known at once. It stands first, so that it stays where it is when people are found. */
const byName: PaletteGroup[] = ['campaigns', 'actions', 'pages', 'people']

/** How many campaigns are shown while the query is empty. */
const MAX_WITHOUT_QUERY = 5

interface Props {
  query: string
  /** Enter was pressed, and nothing was typed since. */
  entered: boolean
  /** Enter has been answered. */
  onEntered: () => void
  store: SpotlightStore
  openDialog: (dialog: PaletteDialog) => void
}

/** The entries that match the query: people by number, name or words, all others by name. */
export function PaletteResults({ query, entered, onEntered, store, openDialog }: Props) {
  const people = usePeople(query)
  const campaigns = useCampaigns(openDialog)
  const actions = useActions(query, openDialog)
  const pages: PaletteEntry[] = navigation
    .flat()
    .map(({ word, to, icon }) => ({ id: to, group: 'pages', word, icon, act: () => go(to) }))
  const isEmpty = query.trim() === ''
  const own = [...campaigns.entries, ...actions.entries, ...pages].filter(entry =>
    isEmpty ? !entry.needsQuery : entry.isForQuery || matches(entry, query),
  )
  const order = isNumber(query) ? byNumber : byName
  const found = [...people.entries, ...own].toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
  useSelection(
    query,
    found.map(entry => entry.id),
    store,
  )

  // Enter takes the first entry, once nothing can come before it, or the entry that the person moved to.
  const isFirstKnown =
    !campaigns.isAsking && !actions.isAsking && !(people.isAsking && (order === byNumber || own.length === 0))
  useEffect(() => {
    if (!entered || !(isFirstKnown || store.getState().selected > 0)) return
    onEntered()
    document.getElementById(store.getState().listId)?.querySelector<HTMLElement>('[data-selected]')?.click()
  })

  // A key that is pressed while the palette closes does nothing.
  const act = (entry: PaletteEntry) => store.getState().opened && entry.act()

  return (
    <Spotlight.ActionsList>
      {order.map(group => {
        const entries = found.filter(entry => entry.group === group)
        return (
          entries.length > 0 && (
            <Spotlight.ActionsGroup key={group} label={groups[group]} classNames={{ actionsGroup: css.group }}>
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
          {isNumber(query)
            ? t('Nobody with that number, in calls, leads or messages.')
            : t('Nothing by that name, and nobody who said it. A phone number may be typed in any form.')}
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
const matches = ({ word, also = '' }: PaletteEntry, query: string) =>
  [word, also].some(text => normalise(text).includes(normalise(query)))

function useCampaigns(openDialog: Props['openDialog']) {
  const { client, ask } = useDesk()
  const { data, isPending: isAsking } = useQuery(ask.campaigns.list.queryOptions({ input: {} }))
  // Running campaigns come first, because people look for them most.
  const sorted = (data ?? []).toSorted((a, b) => Number(isRunning(b)) - Number(isRunning(a)))
  const start = ({ id }: Campaign) =>
    client.campaigns.updateStatus({ campaign_id: id, action: 'start' }).then(
      () => go(`/campaigns/${id}`),
      (error: Error) => openDialog({ kind: 'failed', why: error.message }),
    )
  const names = sorted.map(({ name }) => name)
  const entries = sorted.flatMap((campaign, i): PaletteEntry[] => {
    const { word, role } = states.campaign[campaign.status]
    const { id, name } = campaign
    const isNamesake = names.indexOf(name) !== names.lastIndexOf(name)
    const who = isNamesake ? campaign.assistant_name : null
    return [
      {
        id: `campaign ${id}`,
        group: 'campaigns',
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
            group: 'actions',
            word: t('Stop “{name}”', { name }),
            who,
            note: t('asks first'),
            icon: IconPlayerStop,
            needsQuery: true,
            act: () => openDialog({ kind: 'stop', campaign }),
          }
        : {
            id: `start ${id}`,
            group: 'actions',
            word: t('Start “{name}”', { name }),
            who,
            icon: IconPlayerPlay,
            needsQuery: true,
            act: () => void start(campaign),
          },
    ]
  })
  return { entries, isAsking }
}

const isRunning = ({ status }: Campaign) => status === 'in-progress'

function useActions(query: string, openDialog: Props['openDialog']) {
  const { client, stop } = useDesk()
  const isLost = useDeskState(desk => desk.connection === 'lost')
  const known = useDeskState(desk => desk.dialing?.state)
  const state = isLost ? undefined : known
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const country = useCountry()
  const number = isNumber(query) ? wholeNumber(query, country) : null
  const act = (work: Promise<unknown>) =>
    work.catch((error: Error) => openDialog({ kind: 'failed', why: error.message }))
  const entries: PaletteEntry[] = [
    {
      id: 'call',
      group: 'actions',
      word: t('Call a number'),
      icon: IconPhoneOutgoing,
      act: () => openDialog({ kind: 'call' }),
    },
    { id: 'new', group: 'actions', word: t('New campaign'), icon: IconPlus, act: () => go('/campaigns/new') },
    {
      id: 'colours',
      group: 'actions',
      word: isDark ? t('Use light colours') : t('Use dark colours'),
      icon: isDark ? IconSun : IconMoon,
      act: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    ...others.map(
      ([language, word]): PaletteEntry => ({
        id: `language ${language}`,
        group: 'actions',
        word,
        also: t('Language'),
        icon: IconLanguage,
        act: () => choose(language),
      }),
    ),
  ]
  if (state === 'dialing')
    entries.push({
      id: 'pause',
      group: 'actions',
      word: t('Pause dialing'),
      note: t('running calls go on'),
      icon: IconPlayerPause,
      act: () => void act(stop('pause')),
    })
  else if (state)
    entries.push({
      id: 'resume',
      group: 'actions',
      word: t('Resume dialing'),
      icon: IconPlayerPlay,
      act: () => void act(client.dialing.resume({})),
    })
  if (state)
    entries.push({
      id: 'halt',
      group: 'actions',
      word: t('Stop all'),
      note: t('asks first'),
      icon: IconHandStop,
      act: () => openDialog({ kind: 'halt' }),
    })
  if (number)
    entries.unshift({
      id: `call ${number}`,
      group: 'actions',
      isForQuery: true,
      word: t('Call {number}', { number: formatPhone(number) }),
      icon: IconPhoneOutgoing,
      act: () => openDialog({ kind: 'call', number }),
    })
  return { entries, isAsking: known === undefined && !isLost }
}
