import * as z from 'zod'

/**
 * Every way in which an operation may refuse. `status` is the usual HTTP status, `key` the body's key for the text:
 * the interface answers most refusals as `{message}` and a few as `{error}`.
 */
export const errorKinds = {
  bad_request: { status: 400, key: 'message' },
  /** What the interface answers as {error}: a number that is taken, or that the balance does not cover. */
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
} as const satisfies Record<string, { status: number; key: 'message' | 'error' }>

export type ErrorKind = keyof typeof errorKinds

/** What a refusal carries beside its text: the faults per field, or further keys of the body. */
export const ErrorData = z
  .object({
    errors: z.record(z.string(), z.array(z.string())).optional(),
    extra: z.record(z.string(), z.unknown()).optional(),
  })
  .optional()
export type ErrorData = z.output<typeof ErrorData>
