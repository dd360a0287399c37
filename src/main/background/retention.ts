import type { Context } from '../core/kernel/context'
import { DAY } from '../core/kernel/time'
import { clearOld } from '../core/privacy/retention'
import * as rehearsals from '../core/rehearsals/rehearsals'
import { deleteExpiredRecords } from '../core/workspace/idempotency'
import { createWorker, type Worker } from './worker'

/** Removes recordings and transcripts that are older than the workspace keeps them. */
export const createRetention = (context: Context): Worker =>
  createWorker(context, {
    name: 'retention',
    clock: context.clock,
    work: () => clearOld(context),
    wakesOn: event => event.type === 'settings.changed' || (event.type === 'call.changed' && event.status === 'ended'),
  })

/** Removes idempotency records after their day. */
export const createIdempotencyExpiry = (context: Context): Worker =>
  createWorker(context, {
    name: 'idempotency expiry',
    clock: context.wall,
    work: () => deleteExpiredRecords(context) ?? context.wall.now() + DAY,
  })

/** Removes rehearsals that have been kept long enough. */
export const createRehearsalExpiry = (context: Context): Worker =>
  createWorker(context, {
    name: 'rehearsal expiry',
    clock: context.clock,
    work: () => rehearsals.clearOld(context),
    wakesOn: event => event.type === 'rehearsal.changed' && event.status !== 'running',
  })
