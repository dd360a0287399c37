import { simulateCall } from '../core/calls/inbound'
import type { Context } from '../core/kernel/context'
import * as answers from './pages'
import { os, withErrors } from './wiring'

export const simulatorRoutes = (context: Context) =>
  os.simulator.router({
    inboundCall: os.simulator.inboundCall.handler(
      withErrors(({ userId }, input) => ({
        message: 'The call came in.',
        data: answers.callSummary(context, simulateCall(context, userId, input)),
      })),
    ),
  })
