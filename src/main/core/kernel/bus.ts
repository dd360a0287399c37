import type { Event } from '../../../contract/events'

export type Listener = (event: Event, userId: number) => void

/** One typed bus. Events that are published inside a transaction are told after its commit, or never. */
export class Bus {
  private readonly listeners = new Set<Listener>()
  private held: { event: Event; userId: number }[] | null = null

  on(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  publish(userId: number, event: Event) {
    if (this.held) this.held.push({ event, userId })
    else for (const listener of this.listeners) listener(event, userId)
  }

  /** Runs `commit`, holding back what it publishes until it has returned. Nested, the outermost decides; what failed inside is forgotten. */
  after<T>(commit: () => T): T {
    if (this.held) {
      const before = this.held.length
      try {
        return commit()
      } catch (error) {
        this.held.length = before
        throw error
      }
    }
    const held: { event: Event; userId: number }[] = []
    this.held = held
    let result: T
    try {
      result = commit()
    } finally {
      this.held = null
    }
    for (const { event, userId } of held) this.publish(userId, event)
    return result
  }
}
