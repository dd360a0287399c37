import type { Event } from '../../../contract/events'
import type { Commits } from './commits'

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
   * Runs a transaction and publishes its events after the commit. When `transaction` throws, its events are dropped; when
   * the commit fails, too. In a nested call, the events belong to the outermost one.
   */
  after<T>(transaction: () => T, commits: Pick<Commits, 'after'>): T {
    if (this.pending) {
      const before = this.pending.length
      try {
        return transaction()
      } catch (error) {
        this.pending.length = before
        throw error
      }
    }
    const pending: { event: Event; userId: number }[] = []
    this.pending = pending
    let result: T
    try {
      result = transaction()
    } finally {
      this.pending = null
    }
    if (pending.length > 0)
      commits.after(failed => {
        if (failed === undefined) for (const { event, userId } of pending) this.publish(userId, event)
      })
    return result
  }
}
