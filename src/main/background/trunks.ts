import { accessToAll } from '../core/assistants/providers'
import type { Context } from '../core/kernel/context'
import { ownerOf } from '../core/numbers/numbers'
import { inService } from '../core/numbers/sip-trunks'
import { getSettings } from '../core/workspace/settings'
import type { TrunkLine } from '../ports/trunk-line'
import { createWorker, type Worker } from './worker'

/** Keeps the SIP trunks in service as they are stored, and tells the console when the state of one changes. */
export function createTrunks(context: Context, line: TrunkLine): Worker {
  const publish = (id: number) => {
    const userId = ownerOf(context.db, id)
    if (userId === undefined) return
    context.bus.publish(userId, { type: 'sip_trunk.changed', id, status: line.state(id).status })
  }
  let unsubscribe: (() => void) | undefined
  return createWorker(context, {
    name: 'trunks',
    clock: context.wall,
    onStart() {
      unsubscribe = line.onChange(publish)
    },
    work() {
      const { listen_address, listen_port, public_address, rtp_ports } = getSettings(context.db).sip
      line.configure({
        settings: {
          listenAddress: listen_address,
          listenPort: listen_port,
          publicAddress: public_address,
          rtpPorts: rtp_ports,
        },
        trunks: inService(context),
        providers: accessToAll(context),
      })
      return null
    },
    wakesOn: ({ type }) => type === 'settings.changed' || type === 'number.changed' || type === 'users.changed',
    onStop() {
      unsubscribe?.()
      return line.stop()
    },
  })
}
