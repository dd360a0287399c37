/** A page that is asked for. */
export interface Paged {
  page: number
  perPage: number
  offset: number
}

export interface PageOf<T> extends Paged {
  items: T[]
  total: number
}

export const paged = (asked: { page: number; per_page: number }): Paged => ({
  page: asked.page,
  perPage: asked.per_page,
  // A page number that no list can have must not overflow into a float that SQLite refuses.
  offset: Math.min((asked.page - 1) * asked.per_page, Number.MAX_SAFE_INTEGER),
})

export const pageOf = <T>(items: T[], total: number, asked: Paged): PageOf<T> => ({ ...asked, items, total })
