import type { Fate } from './fates'
import { type Act, type Callee, type PersonOptions, person } from './person'

const wait = (): Act => null
const hangUp = (after: number): Act => ({ after, hangUp: true })

/** The other side for a fate. */
export function calleeFor(fate: Fate, options: Pick<PersonOptions, 'random' | 'topics' | 'calls'>): Callee {
  switch (fate) {
    case 'voicemail':
      return {
        pickUp: () => ({
          after: 500,
          say: 'Hello, you have reached the voicemail of this number. Please leave a message after the tone.',
        }),
        // The mailbox hangs up after a minute.
        spoke: () => hangUp(60_000),
        heard: wait,
      }
    case 'hangs_up_at_once':
      return { pickUp: () => ({ after: 400, say: 'Hello?' }), spoke: () => hangUp(300), heard: () => hangUp(0) }
    case 'stays_silent':
      return { pickUp: wait, spoke: wait, heard: wait }
    case 'asks_not_to_be_called':
      return person({ ...options, opening: ['Please do not call me again.'] })
    case 'talks_on':
      return person({ ...options, talksOn: true })
    case 'screened':
      return screened(person(options))
    default:
      return person(options)
  }
}

/** A screening service asks who is calling, and then connects a person. */
function screened(callee: Callee): Callee {
  let isConnected = false
  return {
    pickUp: () => ({
      after: 400,
      say: 'The person you are calling is using a call screening service. Please say your name and why you are calling.',
    }),
    spoke: () => (isConnected ? callee.spoke() : null),
    heard(text) {
      if (isConnected) return callee.heard(text)
      isConnected = true
      return { after: 2500, say: 'Hello, this is me. What is it about?' }
    },
  }
}
