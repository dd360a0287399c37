/** What a list is sorted by. */
export interface Sorted {
  key: string
  down: boolean
}

/** The order in an address: the key of a column, with `-` before it when the order goes down. */
export const sortIn = (text: string | undefined, otherwise: string): Sorted => ({
  key: (text ?? otherwise).replace('-', ''),
  down: text?.startsWith('-') ?? false,
})

/** The order after a click on the head of a column, as it stands in the address: a second click turns it. */
export const sortAfter = (key: string, { key: now, down }: Sorted): string => (key === now && !down ? `-${key}` : key)

/** Rows in an order. Those of the same value stand by their ids, the newest first, whichever way it goes. */
export function inOrder<R>(
  rows: readonly R[],
  value: (row: R) => string | number,
  down: boolean,
  idOf: (row: R) => number,
): R[] {
  return rows.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)]
    return (x < y ? -1 : x > y ? 1 : idOf(b) - idOf(a)) * (down && x !== y ? -1 : 1)
  })
}
