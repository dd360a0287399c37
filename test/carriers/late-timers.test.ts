import { expect, it } from 'vitest'
import { chance } from '../../src/main/carriers/simulated/fates'
import { given, MINUTE, SECOND, startWorld } from '../support/world'

/** One call, in a process whose timers fire up to `late` ms late from the moment of the dial. */
async function callWhile(late: number, ending: string, assistant: object) {
  const world = await startWorld()
  const assistant_id = await given.assistant(world, assistant)
  const made = await world.post('/user/make_call', { assistant_id, phone_number: `+120255501${ending}` })
  await world.advance(0)
  const random = chance(ending, late)
  world.clock.lateBy = () => Math.floor(random() * late)
  await world.advance(30 * MINUTE)
  return (await world.get(`/user/calls/${made.body.call_id}`)).body
}

it.each([
  ['24', 'talks', {}],
  ['07', 'talks to the limit', { max_duration: 90 }],
  ['04', 'is a voicemail', {}],
  ['08', 'stays silent', { max_silence_duration: 20, reengagement_interval: 7 }],
  ['11', 'is screened', {}],
  ['05', 'interrupts and hangs up', { initial_message: 'Good morning, this is a rather long greeting for you.' }],
  ['29', 'says goodbye, and the assistant cannot hang up', { tools: [] }],
])(
  'a busy process makes the call of a number that ends in %s (%s) no longer and no other',
  async (ending, _, assistant) => {
    const calm = await callWhile(0, ending, assistant)
    expect(calm.transcript.length).toBeGreaterThan(0)
    const busy = await callWhile(15 * SECOND, ending, assistant)
    const { answered_at, duration, end_reason, status, transcript, warnings } = calm
    expect(busy).toMatchObject({ answered_at, duration, end_reason, status, transcript, warnings })
  },
)
