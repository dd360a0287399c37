import { networkInterfaces } from 'node:os'
import type { HostCommand, HostSettings } from '../ports/voice-host'
import { createDeskClock } from '../system/clocks'
import { createConversations } from './conversations'
import { createMedia } from './media/create-media'
import { openPort } from './port'
import { createFlite } from './session/speech/flite'
import { createSip } from './sip'
import { createTestCalls } from './test-calls'

// The voice process: SIP, sound and conversations. It knows nothing of the desk but what it is told over its port.

const clock = createDeskClock({ speed: 1, start: Date.now(), followsWall: true })
const log = {
  info: (facts: object, text: string) => tellLog('info', facts, text),
  warn: (facts: object, text: string) => tellLog('warn', facts, text),
  error: (facts: object, text: string) => tellLog('error', facts, text),
}
let isStopping = false

const port = openPort(
  command => {
    take(command).catch(error => log.error({ err: error }, 'a command to the voice process failed'))
  },
  () => void stop(),
)
const media = createMedia({
  report(event) {
    sip.onSound(event)
    conversations.onSound(event)
    tests.onSound(event)
  },
  // Without sound no call can go on: the service starts the process again.
  onLost(reason) {
    log.error({ reason }, 'the thread of sound was lost')
    process.exit(1)
  },
})
const sip = createSip({
  media,
  log,
  clock,
  random: Math.random,
  network: () => JSON.stringify(Object.values(networkInterfaces()).flatMap(all => all?.map(({ address }) => address))),
  onTrunk: (trunkId, state) => port.send({ type: 'trunk', trunkId, state }),
  onAnswer: (legId, code, phrase) => tests.onAnswer(legId, code, phrase),
  onReport(report) {
    if (tests.onReport(report)) return
    // What was said until now is told before the end.
    if (report.type === 'ended') conversations.send({ type: 'close', legId: report.legId })
    port.send({ type: 'carrier', report })
  },
})
const flite = createFlite()
const tests = createTestCalls({ sip, media, speak, report: port.send })
const conversations = createConversations({
  media,
  builtIn: flite,
  access: provider => told.providers[provider] ?? null,
  clock,
  log,
  report: report => port.send({ type: 'engine', report }),
})
let told: Pick<HostSettings, 'trunks' | 'providers'> = { trunks: [], providers: {} }

async function take(command: HostCommand): Promise<void> {
  switch (command.type) {
    case 'configure':
      told = command
      return sip.configure(command.settings, command.trunks)
    case 'carrier':
      return sip.send(command.command)
    case 'engine':
      return conversations.send(command.command)
    case 'test':
      return tests.begin(
        command,
        told.trunks.find(({ id }) => id === command.trunkId),
      )
    case 'cancel_test':
      return tests.cancel(command.testId)
    case 'stop':
      return stop()
  }
}

/** Ends every call and registration, and then this process. */
async function stop() {
  if (isStopping) return
  isStopping = true
  await sip.stop()
  await conversations.stop()
  await media.stop()
  process.exit(0)
}

/** An error is no plain data. */
function tellLog(level: 'info' | 'warn' | 'error', facts: object, text: string) {
  const plain = Object.entries(facts).map(([name, fact]) => [name, fact instanceof Error ? fact.stack : fact])
  port.send({ type: 'log', level, facts: Object.fromEntries(plain), text })
}

/** The sound of a sentence by the built-in voice, which speaks English without an account. */
async function speak(sentence: string): Promise<Int16Array> {
  const settings = { language: 'en', voice: null, speed: 1, stability: 1, similarity: 1, emotion: false }
  const samples: number[] = []
  for await (const piece of flite.speak(sentence, settings, new AbortController().signal)) samples.push(...piece)
  return Int16Array.from(samples)
}

// A signal is for the service, which tells this process to stop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
