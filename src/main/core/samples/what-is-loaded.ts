// What the sample data says. The numbers are set aside for fiction: nobody has them (https://www.nanpa.com, 555-0100 to -0199).

export const assistant = {
  name: 'Sample: Mia of the Riverside practice',
  type: 'outbound',
  mode: 'pipeline',
  initial_message: 'Hello {{name}}, this is Mia, the assistant of the Riverside dental practice. Do you have a minute?',
  system_prompt: `You are Mia, who calls for the Riverside dental practice.
The last check-up of {{name}} was in {{last_visit}}. Ask whether they would like to come for the next one, and offer Tuesday at 10:00 or Thursday at 16:00.
Answer questions from the knowledge base only. Be friendly and short. When they do not want to be called, say that you note it, and end the call.`,
  variables: { name: '', last_visit: '' },
  tools: [{ type: 'end_call' }],
  post_call_evaluation: true,
  post_call_schema: [{ name: 'appointment', type: 'bool', description: 'Whether they have agreed to an appointment' }],
}

export const campaign = {
  name: 'Sample: Check-up reminders',
  max_calls_in_parallel: 3,
  max_retries: 2,
  retry_interval: 60,
  goal_completion_variable: 'appointment',
}

/** Of the simulated carrier, the last two digits of a number choose what happens in its calls. */
export const leads: readonly [name: string, lastVisit: string, phoneNumber: string][] = [
  ['Grace Liu', 'March', '+12025550124'],
  ['Tom Hargreaves', 'May', '+12025550101'],
  ['Aisha Begum', 'April', '+12025550133'],
  ['Colin Mercer', 'February', '+12025550104'],
  ['Ruth Abiola', 'March', '+12025550142'],
  ['Owen Price', 'June', '+12025550102'],
  ['Priya Raman', 'January', '+12025550155'],
  ['Jonas Weber', 'May', '+12025550106'],
  ['Marta Kowalska', 'April', '+12025550121'],
  ['Sam Whitfield', 'February', '+12025550109'],
  ['Elena Rossi', 'June', '+12025550107'],
  ['Daniel Osei', 'March', '+12025550160'],
]

/** Numbers for the caller ID. The first that nobody has here is taken. */
export const ownNumbers = Array.from({ length: 20 }, (_, i) => `+121255501${70 + i}`)

export const knowledgebase = {
  name: 'Sample: Riverside practice',
  description: 'What callers ask: hours, prices, where it is',
}

export const document = {
  name: 'Hours, prices and the way here',
  type: 'txt' as const,
  text: `Opening hours
The practice is open from Monday to Thursday from 8:00 to 18:00, and on Friday from 8:00 to 13:00. It is closed on Saturday and Sunday.

Check-ups
A check-up takes 30 minutes and costs nothing with insurance. Without insurance it costs 60 dollars.

Hygiene
A cleaning takes 45 minutes and costs 90 dollars.

The way here
The practice is at 12 Riverside Walk, above the bakery. The bus 7 stops in front of it. There is parking behind the house.

Cancelling
An appointment can be moved or cancelled until 24 hours before without a fee.
`,
}
