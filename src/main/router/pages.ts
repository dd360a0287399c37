import type { AnyContractProcedure } from '@orpc/contract'
import type { Context } from '../core/kernel/context'
import type { PageOf } from '../core/kernel/paging'

type PageInput = Record<string, unknown> & { page: number; per_page: number }

/**
 * Makes the page answers of a list operation, with links to the first, last, next and previous page. What stands in its
 * path is taken from the input.
 */
export const pager =
  ({ baseUrl }: Pick<Context, 'baseUrl'>, operation: AnyContractProcedure) =>
  <T, R>(input: PageInput, { items, total, page, perPage, offset }: PageOf<T>, present: (item: T) => R) => {
    const inPath = new Set<string>()
    const route = operation['~orpc'].route.path!.replace(/\{(\w+)\}/g, (_, name: string) => {
      inPath.add(name)
      return encodeURIComponent(String(input[name]))
    })
    const path = baseUrl + route
    const lastPage = Math.max(1, Math.ceil(total / perPage))
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(input))
      if (value !== undefined && name !== 'page' && !inPath.has(name)) query.set(name, String(value))
    // The number comes last, so that the rest is made once for all links.
    const withoutNumber = `${path}?${query}&page=`
    const url = (n: number) => withoutNumber + n
    return {
      current_page: page,
      data: items.map(present),
      per_page: perPage,
      total,
      last_page: lastPage,
      from: items.length > 0 ? offset + 1 : null,
      to: items.length > 0 ? offset + items.length : null,
      path,
      first_page_url: url(1),
      last_page_url: url(lastPage),
      next_page_url: page < lastPage ? url(page + 1) : null,
      prev_page_url: page > 1 ? url(page - 1) : null,
      links: [
        { url: page > 1 ? url(page - 1) : null, label: '« Previous', active: false },
        ...around(page, lastPage).map(n =>
          n === null ? { url: null, label: '…', active: false } : { url: url(n), label: String(n), active: n === page },
        ),
        { url: page < lastPage ? url(page + 1) : null, label: 'Next »', active: false },
      ],
    }
  }

/** The first and last pages and those around `page`; null stands for a gap. */
function around(page: number, last: number): (number | null)[] {
  const shown = [1, 2, page - 1, page, page + 1, last - 1, last].filter(n => n >= 1 && n <= last)
  const pages = [...new Set(shown)].sort((a, b) => a - b)
  return pages.flatMap((n, i) => (i > 0 && n > pages[i - 1]! + 1 ? [null, n] : [n]))
}
