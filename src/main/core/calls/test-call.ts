import type { TestStep } from '../../../contract/phone-numbers'
import * as blacklist from '../campaigns/blacklist'
import type { Context, Outside } from '../kernel/context'
import { conflict } from '../kernel/errors'
import { SECOND } from '../kernel/time'
import * as sipTrunks from '../numbers/sip-trunks'
import * as dialing from '../workspace/dialing-state'

const SENTENCE = 'This is a test call from Callwright. Your trunk works. Goodbye.'

interface TestCall {
  trunkId: number
  /** In E.164, or an extension. */
  to: string
  /** Names the test in the events that tell its steps. */
  testId: string | undefined
}

/**
 * Places a real call by a SIP trunk that says a sentence. Resolves when it has ended, with what happened. It is hung up
 * when dialing is halted. Throws `not_found`, and `conflict` while dialing is halted or for a number on the do-not-call
 * list.
 */
export async function placeTestCall(
  context: Context,
  { trunks }: Pick<Outside, 'trunks'>,
  userId: number,
  { trunkId, to, testId }: TestCall,
): Promise<{ passed: boolean; steps: TestStep[] }> {
  sipTrunks.get(context.db, userId, trunkId)
  if (dialing.get(context.db).state === 'halted') throw conflict('Dialing is halted. Resume it first.')
  if (blacklist.isListed(context.db, userId, to, context.clock.now()))
    throw conflict(`The number ${to} is on the blacklist.`)
  const began = context.wall.now()
  const steps: TestStep[] = []
  const unsubscribe = context.bus.on(event => {
    if (event.type === 'dialing.changed' && event.dialing.state === 'halted') trunks.cancelTests()
  })
  try {
    const { passed } = await trunks.test(trunkId, {
      to,
      sentence: SENTENCE,
      onStep(text) {
        const step = { text, after: Math.round((context.wall.now() - began) / 100) / (SECOND / 100) }
        steps.push(step)
        if (testId !== undefined)
          context.bus.publish(userId, { type: 'sip_trunk.test_step', id: trunkId, test_id: testId, step })
      },
    })
    return { passed, steps }
  } finally {
    unsubscribe()
  }
}
