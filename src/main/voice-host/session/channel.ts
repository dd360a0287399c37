/** Things on their way from who makes them to the one who takes them, in order. */
export class Channel<T> implements AsyncIterable<T> {
  private readonly waiting: T[] = []
  private isEnded = false
  private wake: () => void = () => {}

  push(one: T) {
    if (this.isEnded) return
    this.waiting.push(one)
    this.wake()
  }

  end() {
    this.isEnded = true
    this.wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.waiting.length > 0) yield this.waiting.shift()!
      if (this.isEnded) return
      await new Promise<void>(resolve => {
        this.wake = resolve
      })
    }
  }
}

/** A text that is known at once. */
export async function* textOf(text: string): AsyncGenerator<{ text: string }> {
  yield { text }
}
