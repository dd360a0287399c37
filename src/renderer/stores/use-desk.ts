import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
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
