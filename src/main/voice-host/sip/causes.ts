import type { EndCause } from '../../ports/carrier'

/** The cause of a call that was refused with this code. 503 is none: the carrier has no line. */
export function causeOf(code: number): EndCause {
  switch (code) {
    case 486:
    case 600:
      return 'busy'
    case 480:
    case 408:
    case 487:
      return 'no_answer'
    case 603:
    // Refused as unwanted (RFC 8197) by the person or by what speaks for them.
    case 607:
      return 'declined'
    case 404:
    case 410:
    case 484:
    case 604:
      return 'unreachable'
    default:
      // A redirection that was not followed leads nowhere; everything else is between us and the carrier.
      return code < 400 ? 'unreachable' : 'carrier_failed'
  }
}
