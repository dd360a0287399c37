import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach } from 'vitest'
import { carrierConformance } from '../../carriers/conformance'
import { Desk, freePort, settingsOf, trunkOf } from './support/desk'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const numbers = { answers: '+4930901807', busy: '+4930901801', rings: '+4930901802', noCapacity: '+4930901810' }

carrierConformance('SIP', async () => {
  const [caller, callee] = [new Desk(), new Desk()]
  const [from, to] = [await freePort(), await freePort()]
  caller.settings = settingsOf({ listenPort: from })
  callee.settings = settingsOf({ listenPort: to })
  callee.onReport = report => {
    if (report.type !== 'incoming' || report.to === numbers.rings) return
    const { legId } = report
    callee.sip.send(report.to === numbers.busy ? { type: 'reject', legId } : { type: 'answer', legId, recordTo: null })
  }
  await callee.configure(
    ...Object.values(numbers).map((number, i) => trunkOf({ id: i + 1, address: `127.0.0.1:${from}`, number })),
  )
  await caller.configure(trunkOf({ address: `127.0.0.1:${to}` }))
  stops.push(async () => {
    for (const desk of [caller, callee]) {
      await desk.sip.stop()
      await desk.media.stop()
    }
  })
  return {
    carrier: {
      name: 'sip',
      start: report => {
        caller.onReport = report
      },
      send(command) {
        if (command.type === 'dial') callee.media.isFull = command.to === numbers.noCapacity
        caller.sip.send(command)
      },
      legs: () => caller.sip.legs(),
      stop: () => caller.sip.stop(),
    },
    numbers,
    trunkId: 1,
    ringMs: 1500,
    talksFor: 50,
    until: (_, isSo) => caller.until('what was waited for', isSo).then(() => {}),
    pass: ms => sleep(Math.min(ms, 300)).then(() => {}),
  }
})
