import { useRef, useState } from 'react'
import { useDesk } from '../stores/use-desk'

/** What Stop all does, asked before it is done. */
export const stopAll = {
  question: (live: number) => `Hang up ${live} ${live === 1 ? 'call' : 'calls'} and stop every campaign?`,
  why: 'People on the line are cut off. Leads keep their place. To go on: resume dialing, then start each campaign again.',
}

/** Turns dialing on and off, or stops everything. The answer shows at once; the event that follows says the same. */
export function useDialing() {
  const { client, store } = useDesk()
  const [failed, setFailed] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // A key that is held down presses again before it is rendered that the first press is at work.
  const running = useRef(false)
  /** Throws what was refused. */
  const turn = async (to: 'pause' | 'resume' | 'halt') => {
    const { data } = await client.dialing[to]({})
    store.setState({ dialing: data })
  }
  /** Keeps why it was refused; one at a time. */
  async function set(to: 'pause' | 'resume' | 'halt') {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await turn(to)
      setFailed(null)
    } catch (error) {
      setFailed((error as Error).message)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { turn, set, failed, isBusy }
}
