import { evaluated, fillers, settings } from './assistants'
import type { Meaning, Reference } from './meaning'

export const scriptedBecause: Meaning = [
  'Why the scripted model answers; null when a model does.',
  null,
  {
    chosen: 'it was chosen.',
    no_model: 'no model for text is set.',
    no_key: 'the provider of the model has no credentials.',
  },
]

export const ofTrials: Reference = {
  schemas: {
    TrialStep: {
      type: [
        'What was done.',
        'said',
        {
          said: 'the assistant said something.',
          tool: 'it used a tool.',
          knowledge: 'it looked something up in its knowledge base.',
        },
      ],
      text: ['What was said, or the text of a passage.', 'The table is booked.'],
      name: ['The name of the tool.', 'book_table'],
      arguments: ['What the tool was given.', { guests: 4 }],
      result: ['What the tool has answered, as the model read it.', 'Booked for 20:00.'],
      called: 'Whether the tool was really called.',
      query: ['What was looked up.', 'prices'],
      passages: 'What was found, the best first; empty when nothing was.',
      'passages.title': ['The document and the headings above the passage; null when there are none.', 'Prices · 2026'],
      'passages.text': ['The passage.', 'A visit is 68 pounds.'],
    },
  },
  requests: {
    'trials.answer': {
      ...settings,
      ...fillers,
      ...evaluated,
      assistant_id: ['The id of the assistant that is edited; left out for a new one.', 1],
      messages: 'What was said so far, the greeting first. Without it the answer is the greeting.',
      'messages.role': ['Who said it.', 'user', { user: 'the person.', assistant: 'the assistant.' }],
      'messages.content': ['What was said.', 'Do you have a table for four?'],
      given_variables: ['The values of variables, as a lead would have them.', { name: 'Bob' }],
      call_tools: 'Whether custom tools are really called. Otherwise they are only shown.',
      trial_id: ['A name that the events `trial.stepped` carry while the answer is made.', 'draft-3'],
    },
  },
  answers: {
    'trials.answer': {
      steps: 'What the assistant did, in order, what it said last.',
      ended: 'Whether it would end or transfer a call now.',
      spoken_by: ['The model that answered; `scripted` for the built-in one.', 'gpt-4.1-mini'],
      scripted_because: scriptedBecause,
      warnings: ['What is missing, as sentences.', ['The variable name has no value; it is left empty.']],
    },
  },
  bodies: {
    'trials.answer': {
      name: 'Anna',
      type: 'outbound',
      mode: 'pipeline',
      voice_id: 1,
      language_id: 1,
      llm_model_id: 2,
      timezone: 'Europe/Rome',
      initial_message: 'Hello {{name}}, this is Anna.',
      system_prompt: 'You are Anna.',
      variables: { name: '' },
      given_variables: { name: 'Bob' },
      messages: [
        { role: 'assistant', content: 'Hello Bob, this is Anna.' },
        { role: 'user', content: 'Do you have a table for four?' },
      ],
    },
  },
}
