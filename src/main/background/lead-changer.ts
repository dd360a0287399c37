import { work } from '../core/campaigns/lead-changes'
import type { Context } from '../core/kernel/context'
import { createWorker, type Worker } from './worker'

/** Goes on with changes of many leads, a slice in each turn of the event loop, and deletes old ones. */
export const createLeadChanger = (context: Context): Worker =>
  createWorker(context, {
    name: 'lead changer',
    clock: context.clock,
    work: () => work(context),
    wakesOn: event => event.type === 'lead_change.changed',
  })
