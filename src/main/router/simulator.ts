import { simulateCall } from '../core/calls/inbound'
import type { Desk } from '../core/kernel/context'
import * as answers from './pages'
import { drafted, os } from './wiring'

export const simulatorRoutes = (desk: Desk) =>
  os.simulator.router({
    inboundCall: os.simulator.inboundCall.handler(
      drafted(({ userId }, draft) => ({
        message: 'The call came in.',
        data: answers.callSummary(desk, simulateCall(desk, userId, draft)),
      })),
    ),
  })
