/** A binary heap of ids with keys: `pop` returns the id with the smallest key; of equal keys, the smallest id. */
export class Heap {
  size = 0
  private keys = new Float64Array(64)
  private ids = new Int32Array(64)

  /** The smallest key, of a heap that is not empty. */
  get key() {
    return this.keys[0]!
  }

  push(key: number, id: number) {
    if (this.size === this.keys.length) this.grow()
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.isBefore(key, id, parent)) break
      this.keys[at] = this.keys[parent]!
      this.ids[at] = this.ids[parent]!
      at = parent
    }
    this.keys[at] = key
    this.ids[at] = id
  }

  pop(): number {
    const first = this.ids[0]!
    const size = --this.size
    const key = this.keys[size]!
    const id = this.ids[size]!
    let at = 0
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && this.isBefore(this.keys[child + 1]!, this.ids[child + 1]!, child)) child++
      if (this.isBefore(key, id, child)) break
      this.keys[at] = this.keys[child]!
      this.ids[at] = this.ids[child]!
      at = child
    }
    this.keys[at] = key
    this.ids[at] = id
    return first
  }

  /** How many keys are not above `key`; counts to `most` at most. */
  countUpTo(key: number, most: number, from = 0): number {
    if (most <= 0 || from >= this.size || this.keys[from]! > key) return 0
    let n = 1
    n += this.countUpTo(key, most - n, 2 * from + 1)
    return n + this.countUpTo(key, most - n, 2 * from + 2)
  }

  private isBefore(key: number, id: number, at: number) {
    return key < this.keys[at]! || (key === this.keys[at]! && id < this.ids[at]!)
  }

  private grow() {
    const [keys, ids] = [this.keys, this.ids]
    this.keys = new Float64Array(2 * keys.length)
    this.ids = new Int32Array(2 * ids.length)
    this.keys.set(keys)
    this.ids.set(ids)
  }
}
