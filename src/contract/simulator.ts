import * as z from 'zod'
import { CallSummary } from './calls'
import { changed, type InputOf, operation } from './operation'
import { phoneNumber } from './wire'

export const simulator = {
  inboundCall: operation({
    method: 'POST',
    path: '/user/simulator/inbound-call',
    tag: 'Simulator',
    status: 201,
    summary: 'Simulate a call to a number of the account; the last two digits of the caller choose what happens',
    input: z.object({ from: phoneNumber, to: phoneNumber }),
    output: changed(CallSummary),
    refuses: ['conflict'],
  }),
}

export type SimulatedCall = InputOf<typeof simulator.inboundCall>
