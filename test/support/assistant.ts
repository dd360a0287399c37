/** A sound assistant, as a request makes one; who uses it names only what matters to them. */
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
