import type { Fields, Reference } from './meaning'

const tool: Fields = {
  id: ['The id of the tool.', 2],
  name: ['The name of the tool: lowercase letters and underscores.', 'find_table'],
  description: ['When to use it, for the model, up to 255 characters.', 'Finds a free table'],
  endpoint: ['The URL that is called, http or https.', 'https://shop.example/tables'],
  method: ['How it is called. GET and DELETE send the arguments in the query, the others as a JSON body.', 'GET'],
  timeout: ['How many seconds to wait for an answer.', 10],
  headers: 'Headers that are sent with each call. Their values are stored encrypted and never logged.',
  'headers.name': ['The name of the header.', 'X-Api-Key'],
  'headers.value': ['The value of the header, one line.', 'a-secret'],
  schema: 'The arguments that the model gives.',
  'schema.name': ['The name of the argument: 2 to 32 letters and underscores.', 'guests'],
  'schema.type': ['The type of the argument: `string`, `number` or `boolean`.', 'number'],
  'schema.description': ['What it means, for the model, 3 to 255 characters.', 'How many people come'],
}

const given: Fields = {
  arguments: ['The arguments by name, as a model would give them.', { guests: 2 }],
  variables: ['Values by name, for the variables in the address and in the headers.', { branch: 'north' }],
}

export const ofTools: Reference = {
  schemas: {
    Tool: {
      ...tool,
      assistants: 'The assistants that have it.',
      'assistants.id': ['The id of the assistant.', 1],
      'assistants.name': ['The name of the assistant.', 'Anna'],
      last_use: 'How it went when an assistant last used it; null when none did. A try does not count.',
      'last_use.at': ['When it was used.', '2026-02-23T10:00:00.000000Z'],
      'last_use.ok': ['Whether the endpoint answered with 2xx.', true],
      'last_use.status': ['The status of the answer; null when none came.', 200],
    },
    ToolTrial: {
      ok: ['Whether the endpoint answered with 2xx.', true],
      result: ['What the assistant would get.', '{"table": 7}'],
      request: 'What was sent.',
      'request.method': ['The method.', 'GET'],
      'request.url': ['The URL, with the arguments of the query.', 'https://shop.example/tables?guests=2'],
      'request.body': ['The body; null for none.', null],
      status: ['The status of the answer; null when none came.', 200],
      duration_ms: ['How long the answer took, in milliseconds.', 84],
    },
  },
  requests: { tools: tool, 'tools.try': given, 'tools.tryDraft': given },
}
