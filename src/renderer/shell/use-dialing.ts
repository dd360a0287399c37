import { useState } from 'react'
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
  /** Throws what was refused. */
  const turn = async (to: 'pause' | 'resume' | 'halt') => {
    const { data } = await client.dialing[to]({})
    store.setState({ dialing: data })
  }
  /** Keeps why it was refused. */
  const set = (to: 'pause' | 'resume' | 'halt') =>
    turn(to).then(
      () => setFailed(null),
      (error: Error) => setFailed(error.message),
    )
  return { turn, set, failed }
}
