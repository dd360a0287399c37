import { useRef, useState } from 'react'
import { useDesk } from '../stores/use-desk'

/** The texts that are shown before Stop all. */
export const stopAll = {
  question: (live: number) => `Hang up ${live} ${live === 1 ? 'call' : 'calls'} and stop every campaign?`,
  why: 'People on the line are cut off. Leads keep their place. To go on: resume dialing, then start each campaign again.',
}

/** Pauses, resumes or halts dialing. The new state is shown at once, before its event arrives. */
export function useDialing() {
  const { client, store } = useDesk()
  const [failed, setFailed] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // A ref, because a key that is held down repeats before the busy state is rendered.
  const running = useRef(false)
  /** Throws the service's error. */
  async function change(to: 'pause' | 'resume' | 'halt') {
    const { data } = await client.dialing[to]({})
    store.setState({ dialing: data })
  }
  /** Keeps the error in `failed`. Does nothing while another change is running. */
  async function tryChange(to: 'pause' | 'resume' | 'halt') {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await change(to)
      setFailed(null)
    } catch (error) {
      setFailed((error as Error).message)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { change, tryChange, failed, isBusy }
}
