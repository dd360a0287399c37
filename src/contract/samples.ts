import * as z from 'zod'
import { changed, nothing, operation } from './operation'

export const sampleKinds = ['campaign', 'lead', 'assistant', 'number', 'knowledgebase', 'document'] as const
export type SampleKind = (typeof sampleKinds)[number]

const SampleRecord = z.object({ kind: z.enum(sampleKinds), id: z.int(), name: z.string() }).meta({ id: 'SampleRecord' })

const SampleData = z
  .object({ loaded: z.boolean(), records: z.array(SampleRecord), calls: z.int() })
  .meta({ id: 'SampleData' })
export type SampleData = z.output<typeof SampleData>

const tag = 'Sample data'

export const samples = {
  get: operation({
    method: 'GET',
    path: '/user/sample-data',
    tag,
    summary: 'The sample data that is loaded, and how many calls were made with it',
    input: nothing,
    output: SampleData,
  }),
  load: operation({
    method: 'POST',
    path: '/user/sample-data',
    tag,
    status: 201,
    summary: 'Load sample data: an assistant, a campaign with leads as a draft, a number and a knowledge base',
    description:
      'Names begin with “Sample”. The phone numbers belong to nobody. Nothing is dialed until the campaign is started.',
    input: nothing,
    output: changed(SampleData),
    refuses: ['conflict'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/user/sample-data',
    tag,
    summary: 'Take all sample data away again, with the calls to its leads',
    description:
      'What was changed by hand since it was loaded stays, and so does what something of your own uses. Both are no sample data then.',
    input: nothing,
    output: changed(
      z.object({ removed: z.int(), calls: z.int(), kept: z.array(SampleRecord.extend({ why: z.string() })) }),
    ),
    refuses: ['conflict'],
  }),
}
