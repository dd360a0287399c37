// Lists of the contract that the console shows. They stand apart so that its first page does not load zod.

export const callStatuses = [
  'initiated',
  'ringing',
  'in-progress',
  'ended',
  'completed',
  'busy',
  'no-answer',
  'failed',
  'ended_by_customer',
  'ended_by_assistant',
] as const
/** The statuses in which a call uses one of the lines (calls at once), or waits for one. */
export const onLineStatuses = [
  'initiated',
  'ringing',
  'in-progress',
] as const satisfies readonly (typeof callStatuses)[number][]
export const isOnLine = (status: (typeof callStatuses)[number]) => onLineStatuses.some(one => one === status)

/** The most calls in the answer of live calls: as many as the workspace may have lines. */
export const LIVE_AT_MOST = 1000

export const leadStatuses = [
  'created',
  'scheduled',
  'processing',
  'completed',
  'rescheduled',
  'reached-max-retries',
  'blacklisted',
] as const

/** What came of the last attempt at a lead: what its call counts as, and what statistics do not tell apart. */
export const leadResults = [
  'goal',
  'guessed_goal',
  'talked',
  'voicemail',
  'no_answer',
  'busy',
  'failed',
  'interrupted',
  'do_not_call',
] as const
export type LeadResult = (typeof leadResults)[number]

/**
 * The state of a lead as the console shows it. Who asked in the call not to be called again is completed by the API, and
 * `blacklisted` here.
 */
export const stateOfLead = <S extends string>(lead: { status: S; result: LeadResult | null }): S | 'blacklisted' =>
  lead.status === 'completed' && lead.result === 'do_not_call' ? 'blacklisted' : lead.status

export const campaignStatuses = ['draft', 'in-progress', 'stopped', 'completed'] as const

export const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Day = (typeof days)[number]

/** Why the scripted model answers: it was chosen, no model for text is set, or its provider has no credentials. */
export const scriptedReasons = ['chosen', 'no_model', 'no_key'] as const

/** `next_due` has only leads with a time. */
export const leadSorts = ['newest', 'oldest', 'next_due'] as const

/** Why a row of an import is not added. */
export const rowProblemCodes = ['invalid', 'duplicate', 'blacklisted'] as const
export type RowProblemCode = (typeof rowProblemCodes)[number]

/** What can be done with many leads at once. */
export const leadActions = ['retry', 'move', 'blacklist', 'delete'] as const
export type LeadAction = (typeof leadActions)[number]
export const leadChangeStatuses = ['running', 'done', 'cancelled', 'undoing', 'undone'] as const
export type LeadChangeStatus = (typeof leadChangeStatuses)[number]

/** Of many webhooks that are sent again. */
export const redeliveryStatuses = ['running', 'cancelled', 'done'] as const
export type RedeliveryStatus = (typeof redeliveryStatuses)[number]
/** Why a webhook was not sent again with the others. */
export const redeliverySkips = ['accepted', 'on_its_way', 'gone'] as const
export type RedeliverySkip = (typeof redeliverySkips)[number]

/** Why a lead was left as it is. */
export const skipReasons = [
  'on_the_phone',
  'waiting',
  'blacklisted',
  'duplicate',
  'variables',
  'there_already',
  'gone',
  'changed_since',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** The first steps on a new desk, in order. */
export const firstStepCodes = [
  'desk',
  'assistant',
  'test_call',
  'api_key',
  'number',
  'campaign',
  'leads',
  'start',
  'run',
] as const
export type FirstStepCode = (typeof firstStepCodes)[number]
