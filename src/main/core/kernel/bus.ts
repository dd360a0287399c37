import type { Event } from '../../../contract/events'

export type Listener = (event: Event, userId: number) => void

/** Publishes events to listeners in this process. Events of a transaction are published after its commit. */
export class Bus {
  private readonly listeners = new Set<Listener>()
  /** Events of the open transaction; null outside a transaction. */
  private pending: { event: Event; userId: number }[] | null = null

  /** Returns a function that removes the listener. */
  on(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  publish(userId: number, event: Event) {
    if (this.pending) this.pending.push({ event, userId })
    else for (const listener of this.listeners) listener(event, userId)
  }

  /**
   * Runs `commit` and publishes its events after it has returned. When `commit` throws, its events are dropped. In a
   * nested call, the events wait until the outermost call returns.
   */
  after<T>(commit: () => T): T {
    if (this.pending) {
      const before = this.pending.length
      try {
        return commit()
      } catch (error) {
        this.pending.length = before
        throw error
      }
    }
    const pending: { event: Event; userId: number }[] = []
    this.pending = pending
    let result: T
    try {
      result = commit()
    } finally {
      this.pending = null
    }
    for (const { event, userId } of pending) this.publish(userId, event)
    return result
  }
}
