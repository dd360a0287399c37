/** The id of the call in each place of the wall; null where one has ended and none has come since. */
export type Slots = readonly (number | null)[]

/**
 * Gives each call a place that it keeps until it ends: a wall on which somebody hangs up must not move under the pointer. A
 * new call takes the first place that is free, or a new one at the end. Free places at the end go.
 */
export function placed(before: Slots, calls: readonly { id: number }[]): Slots {
  const live = new Set(calls.map(({ id }) => id))
  const slots = before.map(id => (id !== null && live.has(id) ? id : null))
  const known = new Set(slots)
  for (const { id } of calls) {
    if (known.has(id)) continue
    const free = slots.indexOf(null)
    if (free < 0) slots.push(id)
    else slots[free] = id
  }
  while (slots.at(-1) === null) slots.pop()
  return slots
}
