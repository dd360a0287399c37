import { useSyncExternalStore } from 'react'

const listen = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/** Whether somebody can see this tab. */
export const useSeen = () => useSyncExternalStore(listen, () => document.visibilityState === 'visible')
