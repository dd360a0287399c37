import { describe, expect, it } from 'vitest'
import type { Carrier, CarrierReport } from '../../src/main/ports/carrier'

export interface CarrierUnderTest {
  carrier: Carrier
  /** Numbers whose calls have a known end. */
  numbers: { answers: string; busy: string; rings: string; noCapacity: string }
  /** Lets so much time pass. */
  pass: (ms: number) => Promise<void>
}

/** What core expects of every carrier. */
export function carrierConformance(name: string, make: () => CarrierUnderTest) {
  const setup = () => {
    const { carrier, numbers, pass } = make()
    const reports: CarrierReport[] = []
    carrier.start(report => reports.push(report))
    let n = 0
    const dial = (to: string, ringMs = 30_000) => {
      const legId = `00000000-0000-4000-8000-${String(++n).padStart(12, '0')}`
      carrier.send({ type: 'dial', legId, to, from: null, trunkId: null, ringMs, recordTo: null })
      return legId
    }
    const of = (legId: string) => reports.filter(report => report.legId === legId).map(report => report.type)
    return { carrier, numbers, pass, reports, dial, of }
  }

  describe(`${name} as a carrier`, () => {
    it('the carrier reports ringing, answered and ended in this order, and lists the leg meanwhile', async () => {
      const { carrier, numbers, pass, dial, of } = setup()
      const leg = dial(numbers.answers)
      await pass(15_000)
      expect(of(leg)).toEqual(['ringing', 'answered'])
      expect([...(await carrier.legs())]).toEqual([leg])
      carrier.send({ type: 'hang_up', legId: leg })
      await pass(1000)
      expect(of(leg)).toEqual(['ringing', 'answered', 'ended'])
      expect([...(await carrier.legs())]).toEqual([])
    })

    it('the end of a leg has its reason and its talk time', async () => {
      const { carrier, numbers, pass, dial, reports } = setup()
      const busy = dial(numbers.busy)
      const leg = dial(numbers.answers)
      await pass(15_000)
      carrier.send({ type: 'hang_up', legId: leg })
      await pass(1000)
      const ends = reports.filter(report => report.type === 'ended')
      expect(ends[0]).toEqual({ type: 'ended', legId: busy, cause: 'busy', talkedMs: 0, recorded: false })
      expect(ends[1]).toMatchObject({ legId: leg, cause: 'hung_up', recorded: false })
      expect(ends[1]!.talkedMs).toBeGreaterThan(1000)
    })

    it('a leg rings no longer than ringMs', async () => {
      const { numbers, pass, dial, reports } = setup()
      dial(numbers.rings, 5000)
      await pass(4900)
      expect(reports.map(report => report.type)).toEqual(['ringing'])
      await pass(2000)
      expect(reports.at(-1)).toMatchObject({ type: 'ended', cause: 'no_answer' })
    })

    it('without capacity the carrier reports it, and the leg does not exist', async () => {
      const { carrier, numbers, pass, dial, of } = setup()
      const leg = dial(numbers.noCapacity)
      await pass(30_000)
      expect(of(leg)).toEqual(['no_capacity'])
      expect([...(await carrier.legs())]).toEqual([])
    })

    it('a ringing leg can be hung up', async () => {
      const { carrier, numbers, pass, dial, reports } = setup()
      const leg = dial(numbers.rings)
      await pass(3000)
      carrier.send({ type: 'hang_up', legId: leg })
      await pass(1000)
      expect(reports.at(-1)).toMatchObject({ type: 'ended', cause: 'hung_up', talkedMs: 0 })
    })

    it('a command for an unknown leg is ignored', async () => {
      const { carrier, pass, reports } = setup()
      carrier.send({ type: 'hang_up', legId: 'nobody' })
      carrier.send({ type: 'transfer', legId: 'nobody', to: '+12025550124' })
      carrier.send({ type: 'send_digits', legId: 'nobody', digits: '1' })
      await pass(1000)
      expect(reports).toEqual([])
    })

    it('a stopped carrier reports nothing', async () => {
      const { carrier, numbers, pass, dial, reports } = setup()
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
