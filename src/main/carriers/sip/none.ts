import type { CarrierReport } from '../../ports/carrier'
import type { VoiceLine } from './line'

/** Real calls of a desk that must not reach anybody real: every dial fails. `why`: in words for the operator. */
export function noVoiceLine(why: string, since: number): VoiceLine {
  let report: (report: CarrierReport) => void = () => {}
  return {
    trunks: {
      configure() {},
      state: () => ({ status: 'off', since, reason: why, localAddress: null }),
      onChange: () => () => {},
      async test(_, { onStep }) {
        onStep(why)
        return { passed: false }
      },
      cancelTests() {},
      async stop() {},
    },
    carrier: {
      name: 'sip',
      start(listener) {
        report = listener
      },
      stop() {
        report = () => {}
      },
      send({ type, legId }) {
        if (type !== 'dial') return
        // Reported later, as by every carrier.
        queueMicrotask(() => report({ type: 'ended', legId, cause: 'carrier_failed', talkedMs: 0, recorded: false }))
      },
      legs: async () => new Set(),
    },
    engine: { start() {}, stop() {}, send() {} },
  }
}
