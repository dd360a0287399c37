import { Spotlight, type SpotlightStore } from '@mantine/spotlight'
import { useEffect, useRef } from 'react'
import { navigation } from '../navigation'
import { go } from '../router'
import { isNumber } from '../stores/use-found-people'
import { t } from '../words/words'
import css from './CommandPalette.module.css'
import type { OpenDialog, PaletteEntry, PaletteGroup } from './palette-entry'
import { useActionEntries } from './use-action-entries'
import { useAssistantEntries } from './use-assistant-entries'
import { useCampaignEntries } from './use-campaign-entries'
import { useKnowledgeEntries } from './use-knowledge-entries'
import { useNumberEntries } from './use-number-entries'
import { usePeople } from './use-people'
import { useToolEntries } from './use-tool-entries'

/** The groups in their order. */
const groups: Record<PaletteGroup, string> = {
  campaigns: t('Campaigns'),
  assistants: t('Assistants'),
  actions: t('Actions'),
  pages: t('Pages'),
  numbers: t('Numbers'),
  knowledge: t('Knowledge'),
  tools: t('Tools'),
  people: t('People'),
}
/** What the console has itself is known at once. It stands first, so that it stays where it is when people are found. */
const byName = Object.keys(groups) as PaletteGroup[]
const byNumber: PaletteGroup[] = ['people', ...byName.filter(group => group !== 'people')]

const pages = navigation
  .flat()
  .map(({ word, to, icon, also }): PaletteEntry => ({ id: to, group: 'pages', word, icon, also, act: () => go(to) }))

interface Props {
  query: string
  /** Enter was pressed, and nothing was typed since. */
  entered: boolean
  /** Enter has been answered. */
  onEntered: () => void
  store: SpotlightStore
  openDialog: OpenDialog
}

/** The entries that match the query: people by number, name or words, all others by name. */
export function PaletteResults({ query, entered, onEntered, store, openDialog }: Props) {
  const people = usePeople(query)
  // By the first group that they have entries for: campaigns have actions too.
  const own = {
    campaigns: useCampaignEntries(openDialog),
    assistants: useAssistantEntries(),
    actions: useActionEntries(query, openDialog),
    pages: { entries: pages, isAsking: false },
    numbers: useNumberEntries(),
    knowledge: useKnowledgeEntries(),
    tools: useToolEntries(),
  }
  const isEmpty = query.trim() === ''
  const isFound = (entry: PaletteEntry) => (isEmpty ? !entry.needsQuery : entry.isForQuery || matches(entry, query))
  const order = isNumber(query) ? byNumber : byName
  const found = [...people.entries, ...Object.values(own).flatMap(({ entries }) => entries.filter(isFound))].toSorted(
    (a, b) => order.indexOf(a.group) - order.indexOf(b.group),
  )
  useSelection(
    query,
    found.map(entry => entry.id),
    store,
  )

  // Enter takes the first entry, once nothing can come before it, or the entry that the person moved to.
  const from = { ...own, people }
  const upTo = found[0] ? order.indexOf(found[0].group) + 1 : order.length
  const isFirstKnown = order.slice(0, upTo).every(group => !from[group].isAsking)
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
