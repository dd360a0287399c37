import type { Fields, Reference } from './meaning'

const record: Fields = {
  kind: [
    'What it is.',
    'campaign',
    {
      campaign: 'a campaign.',
      lead: 'a lead.',
      assistant: 'an assistant.',
      number: 'a phone number.',
      knowledgebase: 'a knowledge base.',
      document: 'a document of a knowledge base.',
    },
  ],
  id: ['The id of the record.', 1],
  name: ['Its name; of a number, the number itself.', 'Sample: Check-up reminders'],
}

export const ofSamples: Reference = {
  schemas: {
    SampleRecord: record,
    SampleData: {
      loaded: ['Whether there is sample data.', true],
      records: 'The records that are sample data.',
      calls: ['How many calls were made to its leads.', 5],
    },
  },
  answers: {
    'samples.remove': {
      data: 'What was done.',
      'data.removed': ['How many records were deleted, without calls.', 16],
      'data.calls': ['How many calls to sample leads were deleted.', 5],
      'data.kept': 'What stays, and is no sample data any more.',
      ...Object.fromEntries(Object.entries(record).map(([name, meaning]) => [`data.kept.${name}`, meaning])),
      'data.kept.why': ['Why it stays, as a sentence.', 'You have changed it.'],
    },
  },
}
