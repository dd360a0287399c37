import * as plannedStarts from '../core/campaigns/planned-starts'
import type { Context } from '../core/kernel/context'
import { createWorker, type Worker } from './worker'

/** Starts campaigns at the time for which their start was planned. */
export const createPlannedStarts = (context: Context): Worker =>
  createWorker(context, {
    name: 'planned starts',
    clock: context.clock,
    work: () => plannedStarts.startDue(context),
    wakesOn: event => event.type === 'campaign.changed',
  })
