import * as z from 'zod'
import { leadFilters } from './leads'
import { changed, type InputOf, nothing, operation } from './operation'
import { leadActions, leadChangeStatuses, skipReasons } from './statuses'
import { IsoTime, id, pathId, text } from './wire'

export const LeadsChange = z
  .object({
    id: z.int(),
    action: z.enum(leadActions),
    status: z.enum(leadChangeStatuses),
    campaign_id: z.int().nullable(),
    total: z.int(),
    done: z.int(),
    changed: z.int(),
    skipped: z.array(z.object({ reason: z.enum(skipReasons), count: z.int() })),
    undoable: z.boolean(),
    created_at: IsoTime,
    finished_at: IsoTime.nullable(),
  })
  .meta({ id: 'LeadsChange' })
export type LeadsChange = z.output<typeof LeadsChange>

/** The most leads that can be named one by one. More are selected by a filter. */
export const MOST_IDS = 5000
const ids = z.array(id).max(MOST_IDS)
const tag = 'Leads'
const input = z.object({ id: pathId })

export const leadChanges = {
  create: operation({
    method: 'POST',
    path: '/user/leads/changes',
    tag,
    status: 202,
    summary: 'Change many leads: those named, or all that fit a filter',
    description:
      'It goes on in the background, also after a restart. Each lead is changed as by itself; one that cannot be changed, such as a lead on the phone, is skipped and counted.',
    input: z.object({
      action: z.enum(leadActions),
      ids: ids.min(1, 'must have at least 1 item.').optional(),
      filter: z.object(leadFilters).optional(),
      except: ids.optional(),
      campaign_id: id.optional(),
      reason: text(255).optional(),
    }),
    output: changed(LeadsChange),
  }),
  list: operation({
    method: 'GET',
    path: '/user/leads/changes',
    tag,
    summary: 'Changes of many leads of the last day, newest first',
    input: nothing,
    output: z.array(LeadsChange),
  }),
  get: operation({
    method: 'GET',
    path: '/user/leads/changes/{id}',
    tag,
    summary: 'How far a change of many leads is',
    input,
    output: LeadsChange,
    refuses: ['not_found'],
  }),
  cancel: operation({
    method: 'POST',
    path: '/user/leads/changes/{id}/cancel',
    tag,
    summary: 'Stop a change of many leads; what is changed stays so',
    input,
    output: changed(LeadsChange),
    refuses: ['not_found', 'conflict'],
  }),
  undo: operation({
    method: 'POST',
    path: '/user/leads/changes/{id}/undo',
    tag,
    summary: 'Take a change of many leads back, within a day',
    description:
      'Not a deletion. A lead that was called or changed since stays as it is and is counted; a campaign that was completed meanwhile stays completed.',
    input,
    output: changed(LeadsChange),
    refuses: ['not_found', 'conflict'],
  }),
}

export type NewLeadsChange = InputOf<typeof leadChanges.create>
