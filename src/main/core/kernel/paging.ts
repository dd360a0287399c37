/** The page that a client asks for. `page` counts from 1. */
export interface Paged {
  page: number
  perPage: number
  offset: number
}

export interface PageOf<T> extends Paged {
  items: T[]
  total: number
}

/** Makes the page of a request's input. */
export const paged = (asked: { page: number; per_page: number }): Paged => ({
  page: asked.page,
  perPage: asked.per_page,
  // A very high page number must stay an integer: SQLite refuses a float as OFFSET.
  offset: Math.min((asked.page - 1) * asked.per_page, Number.MAX_SAFE_INTEGER),
})

export const pageOf = <T>(items: T[], total: number, asked: Paged): PageOf<T> => ({ ...asked, items, total })
