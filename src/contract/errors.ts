import * as z from 'zod'

/**
 * The kinds of refusal. `status` is the HTTP status, `key` the field of the body that contains the text: most refusals
 * are answered as `{message}`, a few as `{error}`.
 */
export const errorKinds = {
  bad_request: { status: 400, key: 'message' },
  /** Answered as `{error}`: a number that is taken, or that the balance does not cover. */
  refused: { status: 400, key: 'error' },
  unauthenticated: { status: 401, key: 'message' },
  payment_required: { status: 402, key: 'error' },
  not_found: { status: 404, key: 'message' },
  method_not_allowed: { status: 405, key: 'message' },
  conflict: { status: 409, key: 'message' },
  too_large: { status: 413, key: 'message' },
  unsupported_media_type: { status: 415, key: 'message' },
  invalid: { status: 422, key: 'message' },
  insufficient_balance: { status: 422, key: 'message' },
  /** A language model did not answer, or answered nonsense. */
  model_failed: { status: 502, key: 'message' },
  too_many_requests: { status: 429, key: 'message' },
  /** There is no room on the disk. */
  disk_full: { status: 507, key: 'message' },
} as const satisfies Record<string, { status: number; key: 'message' | 'error' }>

export type ErrorKind = keyof typeof errorKinds

/** What a refusal carries besides its text: the errors of each field, or further fields of the body. */
export const ErrorData = z
  .object({
    errors: z.record(z.string(), z.array(z.string())).optional(),
    extra: z.record(z.string(), z.unknown()).optional(),
  })
  .optional()
export type ErrorData = z.output<typeof ErrorData>
