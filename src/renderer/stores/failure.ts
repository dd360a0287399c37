import { ORPCError } from '@orpc/client'
import { Unreachable } from '../api/client'
import { said } from '../words/said'
import { t } from '../words/words'

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

/** The field of a path: `contacts` of `contacts.0.phone_number`. */
export const rootOf = (path: string) => path.split('.')[0]!

/**
 * The API's error text in the person's language, with labels in place of the fields' names. An item of a list is called by
 * its number.
 */
export function byLabel(text: string, labels: Readonly<Record<string, string>>) {
  const [, path, expectation] = /^The ([\w.]+) field (.*)$/s.exec(text) ?? []
  if (path === undefined) return withLabels(said(text), labels)
  const place = /\.(\d+)$/.exec(path)?.[1]
  const label = labels[path] ?? (place ? t('No. {n}', { n: Number(place) + 1 }) : (labels[rootOf(path)] ?? t('This')))
  return `${label} ${withLabels(said(expectation!), labels)}`
}

const withLabels = (text: string, labels: Readonly<Record<string, string>>) =>
  text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, name => (labels[name] ? t('“{name}”', { name: labels[name] }) : name))
