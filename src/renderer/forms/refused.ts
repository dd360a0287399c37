import type { ErrorData } from '../../contract/errors'
import { byLabel } from '../stores/failure'

/**
 * Which of the given fields the service refused, each with why in the words of its label. Empty when the error is about
 * something else. For filters and searches, which are no form.
 */
export function refusedOf<F extends string>(
  error: Error | null,
  labels: Readonly<Record<F, string>>,
): { readonly [field in F]?: string } {
  const errors = (error as (Error & { data?: ErrorData }) | null)?.data?.errors ?? {}
  const refused: { [field in F]?: string } = {}
  for (const field of Object.keys(labels) as F[]) {
    const [text] = errors[field] ?? []
    if (text) refused[field] = byLabel(text, labels)
  }
  return refused
}

export const isEmpty = (refused: object) => Object.keys(refused).length === 0
