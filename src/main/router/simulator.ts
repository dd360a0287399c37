import type { Desk } from '../core/desk'
import { simulateCall } from '../core/inbound'
import * as answers from './answers'
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
