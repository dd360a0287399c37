import * as health from '../core/assistants/model-health'
import type { Context, Outside } from '../core/kernel/context'
import type { ModelTrial } from '../ports/models'
import { createOutbox } from './outbox'
import type { Worker } from './worker'

/** Tries the models that are out of order again and again, until they answer. */
export const createModelTrials = (context: Context, { models }: Pick<Outside, 'models'>): Worker =>
  createOutbox<health.ModelTrouble, ModelTrial>(context, {
    name: 'model trials',
    claimDue: () => health.claimDue(context),
    nextDueAt: () => health.nextTryAt(context.db),
    ask: ({ provider, code }) => models.test(provider, code),
    record: ({ provider }, trial) => health.recordTrial(context, provider, trial),
    // The next trial of each is stored before it begins.
    recover: () => {},
    wakesOn: event => event.type === 'model.changed',
  })
