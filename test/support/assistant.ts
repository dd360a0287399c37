/** The body of a request that creates a valid assistant. A test gives only the fields that matter to it. */
export const anAssistant = (over: object = {}) => ({
  name: 'Anna',
  voice_id: 1,
  language_id: 1,
  type: 'outbound',
  mode: 'pipeline',
  timezone: 'Europe/Rome',
  initial_message: 'Hello, this is Anna.',
  system_prompt: 'You are Anna.',
  llm_model_id: 1,
  tools: [{ type: 'end_call' }],
  ...over,
})
