import type { ErrorKind } from '../../../contract/errors'
import { FieldErrors } from '../../../contract/validation'

/** The only error that core throws on purpose. Any other error is a bug; the API answers 500. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  constructor(
    readonly kind: ErrorKind,
    message: string,
    /** `errors`: messages by field. `extra`: further keys of the answer's body. */
    readonly data: { errors?: Record<string, string[]>; extra?: Record<string, unknown> } = {},
  ) {
    super(message)
  }
}

export const notFound = (what: string) => new ServiceError('not_found', `${what} not found.`)
export const conflict = (message: string) => new ServiceError('conflict', message)
export const badRequest = (message: string, extra?: Record<string, unknown>) =>
  new ServiceError('bad_request', message, extra && { extra })
export const invalid = (errors: FieldErrors) =>
  new ServiceError('invalid', errors.message, { errors: structuredClone(errors.byField) })

/** An `invalid` error for one field; `expectation` ends its message, like "must be a number." */
export function invalidField(field: string, expectation: string) {
  const errors = new FieldErrors()
  errors.add(field, `The ${field} field ${expectation}`)
  return invalid(errors)
}

export const unreachable = (value: never): never => {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`)
}

/**
 * Whether an error means that the store cannot be written now, whatever is written: the disk is full or fails, or another
 * program holds the database. Codes of SQLite (sqlite.org/rescode.html) and of the operating system.
 */
export const isDiskTrouble = (error: unknown): boolean =>
  /^(SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN)|ENOSPC|EDQUOT|EROFS|EIO$)/.test(codeOf(error))

/** Whether an error means that there is no room on the disk. */
export const isDiskFull = (error: unknown): boolean =>
  /^(SQLITE_FULL$|SQLITE_IOERR_(WRITE|SHMSIZE|SHMMAP|TRUNCATE|FSYNC)$|ENOSPC$|EDQUOT$)/.test(codeOf(error))

const codeOf = (error: unknown) => String((error as { code?: unknown } | null | undefined)?.code ?? '')

/** The refusal of a change for which there is no room. `instead`: what was done all the same. */
export const diskFull = (instead = 'nothing was changed. Make room and try again') =>
  new ServiceError('disk_full', `There is no room on the disk: ${instead}.`)
