import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSimulatedCarrier } from '../../src/main/carriers/simulated/carrier'
import { chance, fateOf } from '../../src/main/carriers/simulated/fates'
import { LegClock } from '../../src/main/carriers/simulated/leg-clock'
import { createRecorder } from '../../src/main/carriers/simulated/recorder'
import { muLaw } from '../../src/main/carriers/simulated/recording'
import { TestClock } from '../support/clock'
import { carrierConformance } from './conformance'

carrierConformance('the simulated carrier', () => {
  const clock = new TestClock(0)
  const dials = new Map<string, number>()
  const countDial = (number: string) => {
    dials.set(number, (dials.get(number) ?? 0) + 1)
    return dials.get(number)!
  }
  return {
    carrier: createSimulatedCarrier({ clock, wall: clock, recorder: createRecorder(), countDial }),
    numbers: { answers: '+12025550107', busy: '+12025550101', rings: '+12025550102', noCapacity: '+12025550110' },
    trunkId: null,
    ringMs: 5000,
    talksFor: 1000,
    async until(ms, isSo) {
      const end = clock.now() + ms
      while (!isSo() && clock.step(end)) await turn()
      await turn()
    },
    async pass(ms) {
      const end = clock.now() + ms
      while (clock.step(end)) await turn()
      await turn()
    },
  }
})

describe('a fate', () => {
  it('the last two digits decide the fate, and two fates depend on how often the number was dialed', () => {
    expect([1, 2, 3].map(n => fateOf('+12025550109', n))).toEqual(['busy', 'busy', 'talks'])
    expect([1, 2, 3].map(n => fateOf('+12025550110', n))).toEqual(['no_capacity', 'no_capacity', 'talks'])
    expect(fateOf('+12025550199', 1)).toBe('talks')
  })

  it('the fate of a number is fixed for a seed, and numbers differ', () => {
    const draw = (number: string, seed: number) => Array.from({ length: 5 }, chance(number, seed))
    expect(draw('+12025550124', 1)).toEqual(draw('+12025550124', 1))
    expect(draw('+12025550124', 1)).not.toEqual(draw('+12025550115', 1))
    expect(draw('+12025550124', 1)).not.toEqual(draw('+12025550124', 2))
  })
})

describe('the clock of a leg', () => {
  it('the clock and its timers stop while the leg waits for something outside', () => {
    const context = new TestClock(1000)
    const leg = new LegClock(context)
    const fired: number[] = []
    leg.setTimer(leg.now() + 100, () => fired.push(leg.now()))
    context.step(1050)
    const release = leg.pause()
    const alsoRelease = leg.pause()
    while (context.step(5000));
    expect([leg.now(), fired]).toEqual([1050, []])
    release()
    release()
    expect(leg.now()).toBe(1050)
    alsoRelease()
    while (context.step(6000));
    expect(fired).toEqual([1100])
  })

  it('a timer that fires late sees the moment for which it was set, and no moment is passed before its timer', () => {
    const desk = new TestClock(1000)
    const leg = new LegClock(desk)
    const seen: number[] = []
    leg.setTimer(1100, () => {
      seen.push(leg.now())
      leg.setTimer(leg.now() + 50, () => seen.push(leg.now()))
    })
    desk.lateBy = () => 700
    desk.step(1200)
    expect([desk.now(), leg.now()]).toEqual([1800, 1150])
    desk.lateBy = () => 0
    while (desk.step(1800));
    expect([seen, leg.now()]).toEqual([[1100, 1150], 1800])
  })

  it('the clock never goes back, and its timers fire in order', () => {
    const step = fc.oneof(
      fc.record({ pass: fc.integer({ min: 0, max: 500 }) }),
      fc.record({ timer: fc.integer({ min: 0, max: 800 }) }),
      fc.constant('hold' as const),
      fc.constant('release' as const),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const context = new TestClock(0)
        const leg = new LegClock(context)
        const releases: (() => void)[] = []
        const fired: number[] = []
        const due: number[] = []
        let last = 0
        for (const step of steps) {
          if (step === 'hold') releases.push(leg.pause())
          else if (step === 'release') releases.pop()?.()
          else if ('timer' in step) {
            const at = leg.now() + step.timer
            due.push(at)
            leg.setTimer(at, () => fired.push(at))
          } else {
            const end = context.now() + step.pass
            while (context.step(end));
          }
          expect(leg.now()).toBeGreaterThanOrEqual(last)
          last = leg.now()
        }
        for (const release of releases) release()
        while (context.step(context.now() + 100_000));
        expect(fired).toEqual([...due].sort((a, b) => a - b))
      }),
    )
  })
})

it('µ-law values are those of G.711', () => {
  // Decision values of ITU-T G.711, table 2a: the loudest, the quietest, and their signs.
  expect([0, -1, 32635, -32635, 132, -132].map(muLaw)).toEqual([0xff, 0x7f, 0x80, 0x00, 0xef, 0x6f])
})
