import { ORPCError } from '@orpc/client'
import { Unreachable } from '../api/client'

/** What is known of an answer. The results of TanStack Query have this form. */
interface Answer {
  data: unknown
  error: Error | null | undefined
}

/** Whether asking again may help: the service did not answer, or had too much to do. */
export const isPassing = (error: unknown) =>
  error instanceof Unreachable || (error instanceof ORPCError && error.status === 429)

/**
 * The first failure that a page has to show. When the service did not answer and there is an earlier answer, that stays,
 * and the frame says that the connection is lost.
 */
export const failureOf = (...answers: Answer[]): Error | null =>
  answers.find(({ data, error }) => error && !(isPassing(error) && data !== undefined))?.error ?? null
