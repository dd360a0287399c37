import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { LIVE_AT_MOST } from '../../contract/statuses'
import type { Desk, DeskState } from './desk'

const DeskContext = createContext<Desk | null>(null)
export const DeskProvider = DeskContext.Provider

/** The service behind the console. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDesk is used outside DeskProvider')
  return desk
}

/** A part of the desk's state. Renders again when that part changes. */
export const useDeskState = <T>(select: (state: DeskState) => T): T => useStore(useDesk().store, select)

/** How many of the last words of each live call are asked for. */
export const LAST_WORDS = 4

/** The header, the navigation, Today and the wall of live calls share this answer, so that their numbers agree. */
const live = { limit: LIVE_AT_MOST, words: LAST_WORDS }

/** The running calls, each with its last words. */
export function useLiveCalls() {
  const { ask } = useDesk()
  return useQuery(ask.calls.live.queryOptions({ input: live }))
}

/** How many conversations, and how many people who sent SMS, have messages that nobody has read. */
export function useUnread() {
  const { ask } = useDesk()
  return useQuery(ask.conversations.unread.queryOptions({ input: {} })).data
}

/** How many calls are with the carrier now. Null until it is known. */
export function useOnLine(): number | null {
  const { ask } = useDesk()
  const { data } = useQuery(ask.calls.live.queryOptions({ input: live, select: ({ on_line }) => on_line }))
  return data ?? null
}
