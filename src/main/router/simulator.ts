import { simulateCall } from '../core/calls/inbound'
import type { Context, Outside } from '../core/kernel/context'
import { callSummary } from './calls'
import { os, withErrors } from './wiring'

export const simulatorRoutes = (context: Context, outside: Outside) =>
  os.simulator.router({
    inboundCall: os.simulator.inboundCall.handler(
      withErrors(({ userId }, input) => ({
        message: 'The call came in.',
        data: callSummary(context, simulateCall(context, outside, userId, input)),
      })),
    ),
  })
