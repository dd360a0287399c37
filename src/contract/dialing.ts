import * as z from 'zod'
import { changed, nothing, operation } from './operation'
import { IsoTime, text } from './wire'

export const dialingStates = ['dialing', 'paused', 'halted'] as const
export const Dialing = z
  .object({ state: z.enum(dialingStates), since: IsoTime, reason: z.string().nullable() })
  .meta({ id: 'Dialing' })
export type Dialing = z.output<typeof Dialing>

const reason = z.object({ reason: text(255).optional() })
const tag = 'Dialing'

export const dialing = {
  get: operation({
    method: 'GET',
    path: '/user/dialing',
    tag,
    summary: 'The dialing state, which is kept over restarts',
    input: nothing,
    output: Dialing,
  }),
  pause: operation({
    method: 'POST',
    path: '/user/dialing/pause',
    tag,
    summary: 'Pause dialing; running calls continue',
    input: reason,
    output: changed(Dialing),
  }),
  resume: operation({
    method: 'POST',
    path: '/user/dialing/resume',
    tag,
    summary: 'Resume dialing',
    input: nothing,
    output: changed(Dialing),
  }),
  halt: operation({
    method: 'POST',
    path: '/user/dialing/halt',
    tag,
    summary: 'Panic stop: dial no more, hang up every call, stop every campaign',
    description: 'The campaigns that it stops are remembered, see `POST /user/campaigns/start-halted`.',
    input: reason,
    output: changed(Dialing).extend({ hung_up: z.int(), stopped_campaigns: z.int() }),
  }),
}
