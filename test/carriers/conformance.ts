import { describe, expect, it } from 'vitest'
import type { Carrier, CarrierReport } from '../../src/main/ports/carrier'

export interface CarrierUnderTest {
  carrier: Carrier
  /** Numbers whose calls have a known end. */
  numbers: { answers: string; busy: string; rings: string; noCapacity: string }
  /** The trunk to dial by; null for a carrier that has none. */
  trunkId: number | null
  /** How long a call rings that nobody answers, ms. */
  ringMs: number
  /** What somebody who answers talks for, at least, ms. */
  talksFor: number
  /** Lets time pass until it is so, at most `ms`; a carrier in real time may take longer, never less. */
  until: (ms: number, isSo: () => boolean) => Promise<void>
  /** Lets so much time pass in which nothing should happen; a carrier in real time takes a shorter one. */
  pass: (ms: number) => Promise<void>
}

/** What core expects of every carrier. */
export function carrierConformance(name: string, make: () => CarrierUnderTest | Promise<CarrierUnderTest>) {
  const setup = async () => {
    const { carrier, trunkId, ...rest } = await make()
    const reports: CarrierReport[] = []
    carrier.start(report => reports.push(report))
    let n = 0
    const dial = (to: string, ringMs = 30_000) => {
      const legId = `00000000-0000-4000-8000-${String(++n).padStart(12, '0')}`
      carrier.send({ type: 'dial', legId, to, from: null, trunkId, ringMs, recordTo: null })
      return legId
    }
    const of = (legId: string) => reports.filter(report => report.legId === legId).map(report => report.type)
    const until = (ms: number, ...types: CarrierReport['type'][]) =>
      rest.until(ms, () => types.every(type => reports.some(report => report.type === type)))
    return { ...rest, carrier, reports, dial, of, until }
  }

  describe(`${name} as a carrier`, () => {
    it('the carrier reports ringing, answered and ended in this order, and lists the leg meanwhile', async () => {
      const { carrier, numbers, until, dial, of } = await setup()
      const leg = dial(numbers.answers)
      await until(15_000, 'answered')
      expect(of(leg)).toEqual(['ringing', 'answered'])
      expect([...(await carrier.legs())]).toEqual([leg])
      carrier.send({ type: 'hang_up', legId: leg })
      await until(1000, 'ended')
      expect(of(leg)).toEqual(['ringing', 'answered', 'ended'])
      expect([...(await carrier.legs())]).toEqual([])
    })

    it('the end of a leg has its reason and its talk time', async () => {
      const { carrier, numbers, until, pass, talksFor, dial, reports } = await setup()
      const busy = dial(numbers.busy)
      await until(15_000, 'ended')
      const leg = dial(numbers.answers)
      await until(15_000, 'answered')
      await pass(2 * talksFor)
      carrier.send({ type: 'hang_up', legId: leg })
      await pass(1000)
      const ends = reports.filter(report => report.type === 'ended')
      expect(ends[0]).toEqual({ type: 'ended', legId: busy, cause: 'busy', talkedMs: 0, recorded: false })
      expect(ends[1]).toMatchObject({ legId: leg, cause: 'hung_up', recorded: false })
      expect(ends[1]!.talkedMs).toBeGreaterThan(talksFor)
    })

    it('a leg rings no longer than ringMs', async () => {
      const { numbers, until, pass, ringMs, dial, reports } = await setup()
      dial(numbers.rings, ringMs)
      await until(ringMs - 100, 'ringing')
      await pass(ringMs / 2)
      expect(reports.map(report => report.type)).toEqual(['ringing'])
      await until(ringMs + 2000, 'ended')
      expect(reports.at(-1)).toMatchObject({ type: 'ended', cause: 'no_answer' })
    })

    it('without capacity the carrier reports it, and the leg does not exist', async () => {
      const { carrier, numbers, until, dial, of } = await setup()
      const leg = dial(numbers.noCapacity)
      await until(30_000, 'no_capacity')
      expect(of(leg)).toEqual(['no_capacity'])
      expect([...(await carrier.legs())]).toEqual([])
    })

    it('a ringing leg can be hung up', async () => {
      const { carrier, numbers, until, dial, reports } = await setup()
      const leg = dial(numbers.rings)
      await until(3000, 'ringing')
      carrier.send({ type: 'hang_up', legId: leg })
      await until(1000, 'ended')
      expect(reports.at(-1)).toMatchObject({ type: 'ended', cause: 'hung_up', talkedMs: 0 })
    })

    it('a command for an unknown leg is ignored', async () => {
      const { carrier, pass, reports } = await setup()
      carrier.send({ type: 'hang_up', legId: 'nobody' })
      carrier.send({ type: 'transfer', legId: 'nobody', to: '+12025550124' })
      carrier.send({ type: 'send_digits', legId: 'nobody', digits: '1' })
      await pass(1000)
      expect(reports).toEqual([])
    })

    it('a stopped carrier reports nothing', async () => {
      const { carrier, numbers, pass, dial, reports } = await setup()
      dial(numbers.answers)
      await pass(2000)
      const before = reports.length
      carrier.stop()
      carrier.stop()
      await pass(60_000)
      expect(reports).toHaveLength(before)
    })
  })
}
