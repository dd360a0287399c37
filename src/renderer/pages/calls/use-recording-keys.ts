import { useEffect, useRef } from 'react'
import { SEEK_STEP } from '../../parts/Waveform'
import type { Player } from './use-recording'

/** Where the arrows have a use of their own. */
const fields = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"]'
/** Where Space has one. */
const pressed = `${fields}, button, summary, [role="button"], [role="checkbox"], [role="switch"], [role="tab"]`

/** The keys of the call's page: the arrows to the left and right move in the recording, and Space plays and pauses it. */
export function useRecordingKeys(player: Player) {
  const latest = useRef(player)
  latest.current = player
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { file, at, length, seek, toggle } = latest.current
      if (!file || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const isIn = (places: string) => event.target instanceof Element && event.target.closest(places) !== null
      if (event.key === ' ' && !isIn(pressed)) {
        if (!event.repeat) toggle()
      } else if ((event.key === 'ArrowLeft' || event.key === 'ArrowRight') && !isIn(fields)) {
        const to = at + (event.key === 'ArrowRight' ? SEEK_STEP : -SEEK_STEP)
        seek(Math.max(0, Math.min(length, to)))
      } else return
      // The page would scroll.
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
