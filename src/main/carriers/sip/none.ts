import type { TrunkLine } from '../../ports/trunk-line'

/** The trunks of a desk that must not reach anybody real. `why`: in words for the operator. */
export const noSipLine = (why: string, since: number): TrunkLine => ({
  configure() {},
  state: () => ({ status: 'off', since, reason: why, localAddress: null }),
  onChange: () => () => {},
  async test(_, { onStep }) {
    onStep(why)
    return { passed: false }
  },
  cancelTests() {},
  async stop() {},
})
