import type { Carrier, CarrierReport } from '../ports/carrier'
import type { Engine } from '../ports/engine'

/**
 * Several carriers as one: a dial goes to the one that is chosen when it is sent, and what follows to the one that has the
 * leg. A call that comes in by a carrier that is not chosen is refused.
 */
export function createSwitchedCarrier(carriers: readonly Carrier[], chosen: () => string): Carrier {
  const holders = new Map<string, Carrier>()

  const follow = (carrier: Carrier, report: (report: CarrierReport) => void) => (found: CarrierReport) => {
    const { legId } = found
    if (found.type === 'incoming') {
      if (carrier.name !== chosen()) return carrier.send({ type: 'reject', legId })
      holders.set(legId, carrier)
    }
    if (found.type === 'ended' || found.type === 'no_capacity') holders.delete(legId)
    report(found)
  }

  return {
    name: 'switched',
    start(report) {
      for (const carrier of carriers) carrier.start(follow(carrier, report))
    },
    async stop() {
      await Promise.all(carriers.map(carrier => carrier.stop()))
      holders.clear()
    },
    send(command) {
      if (command.type === 'dial') {
        const name = chosen()
        const carrier = carriers.find(one => one.name === name)
        if (!carrier) throw new Error(`there is no carrier ${name}`)
        holders.set(command.legId, carrier)
      }
      holders.get(command.legId)?.send(command)
    },
    async legs() {
      const all = await Promise.all(carriers.map(carrier => carrier.legs()))
      return new Set(all.flatMap(legs => [...legs]))
    },
  }
}

/** Two engines as one: `carriesText` says whether a leg carries text, or sound. */
export function createSwitchedEngine(text: Engine, sound: Engine, carriesText: (legId: string) => boolean): Engine {
  /** The legs with conversations that have text. */
  const inText = new Set<string>()
  return {
    start(report) {
      text.start(report)
      sound.start(report)
    },
    stop() {
      text.stop()
      sound.stop()
    },
    send(command) {
      const { legId } = command
      if (carriesText(legId)) inText.add(legId)
      const engine = inText.has(legId) ? text : sound
      if (command.type === 'close') inText.delete(legId)
      engine.send(command)
    },
  }
}
