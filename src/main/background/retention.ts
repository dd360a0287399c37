import type { Context } from '../core/kernel/context'
import { DAY } from '../core/kernel/time'
import { clearOld } from '../core/privacy/retention'
import * as rehearsals from '../core/rehearsals/rehearsals'
import { deleteExpiredRecords } from '../core/workspace/idempotency'
import { createWorker, type Worker } from './worker'

/** Deletes recordings and transcripts that are older than the workspace's `retention_days`. */
export const createRetention = (context: Context): Worker =>
  createWorker(context, {
    name: 'retention',
    clock: context.clock,
    work: () => clearOld(context),
    wakesOn: event => event.type === 'settings.changed' || (event.type === 'call.changed' && event.status === 'ended'),
  })

/** Deletes expired idempotency records. */
export const createIdempotencyExpiry = (context: Context): Worker =>
  createWorker(context, {
    name: 'idempotency expiry',
    clock: context.wall,
    work: () => deleteExpiredRecords(context) ?? context.wall.now() + DAY,
  })

/** Deletes old rehearsals. */
export const createRehearsalExpiry = (context: Context): Worker =>
  createWorker(context, {
    name: 'rehearsal expiry',
    clock: context.clock,
    work: () => rehearsals.clearOld(context),
    wakesOn: event => event.type === 'rehearsal.changed' && event.status !== 'running',
  })
