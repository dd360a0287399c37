import { setTimeout as sleep } from 'node:timers/promises'
import type { CarrierReport } from '../ports/carrier'
import type { HostCommand, HostReport, Trunk } from '../ports/voice-host'
import type { Media, SoundEvent } from './media/media'
import type { Sip } from './sip'

export interface TestCallOptions {
  sip: Pick<Sip, 'send'>
  media: Pick<Media, 'play' | 'stats'>
  /** Makes the sound of a sentence: samples at 8 kHz. */
  speak: (sentence: string) => Promise<Int16Array>
  report: (report: HostReport) => void
}

/** How long a test call rings, ms. */
const RING = 30_000
/** Silence before and after the sentence, so that nothing of it is cut off, ms. */
const PAUSE = 700
const SENTENCE = 'sentence'

interface TestCall {
  testId: string
  sound: Promise<Int16Array>
  /** What was told already: the other side repeats some answers. */
  told: Set<string>
  isSaid: boolean
  heard: boolean
}

/** Calls that try a trunk: they say a sentence, and tell each thing that happens in words. */
export function createTestCalls({ sip, media, speak, report }: TestCallOptions) {
  /** By the id of the leg. */
  const calls = new Map<string, TestCall>()
  const legOf = (testId: string) => `test ${testId}`

  const step = (testId: string, text: string, done: 'passed' | 'failed' | null = null) =>
    report({ type: 'test_step', testId, text, done })

  function tell(call: TestCall, text: string) {
    if (call.told.has(text)) return
    call.told.add(text)
    step(call.testId, text)
  }

  /** The sentence was said: the call ends, and whether sound came back is known. */
  async function finish(legId: string, call: TestCall) {
    call.isSaid = true
    tell(call, 'The sentence was said.')
    await sleep(PAUSE)
    const { received, lost } = await media.stats(legId)
    call.heard = received > 0
    if (received > 0) tell(call, `Sound came from the other side: ${received} packets, and ${lost} were lost.`)
    sip.send({ type: 'hang_up', legId })
  }

  async function say(legId: string, call: TestCall) {
    const sound = await call.sound
    await sleep(PAUSE)
    if (calls.has(legId)) media.play(legId, sound, SENTENCE)
  }

  return {
    begin({ testId, to, sentence, trunkId }: Extract<HostCommand, { type: 'test' }>, trunk: Trunk | undefined) {
      if (!trunk) return step(testId, 'The trunk is not in service.', 'failed')
      const legId = legOf(testId)
      const sound = speak(sentence)
      const call: TestCall = { testId, sound, told: new Set(), isSaid: false, heard: false }
      calls.set(legId, call)
      sound.catch((error: Error) => {
        tell(call, `The sentence cannot be spoken: ${error.message}`)
        sip.send({ type: 'hang_up', legId })
      })
      tell(call, `The server ${trunk.address} is asked to call ${to}.`)
      sip.send({ type: 'dial', legId, to, from: trunk.number, trunkId, ringMs: RING, recordTo: null })
    },
    cancel(testId: string) {
      const call = calls.get(legOf(testId))
      if (!call) return
      tell(call, 'You hung up.')
      sip.send({ type: 'hang_up', legId: legOf(testId) })
    },
    /** An answer of the server, see `SipOptions.onAnswer`. */
    onAnswer(legId: string, code: number, phrase: string) {
      const call = calls.get(legId)
      // 487 confirms that we have given up.
      if (call && code !== 487) tell(call, answerInWords(code, phrase))
    },
    onSound(event: SoundEvent) {
      const call = calls.get(event.legId)
      if (!call) return
      // What goes wrong in it has ended the call already.
      if (event.type === 'played' && event.mark === SENTENCE) finish(event.legId, call).catch(() => {})
    },
    /** Whether the report was about a test call. */
    onReport(found: CarrierReport): boolean {
      const call = calls.get(found.legId)
      if (!call) return false
      if (found.type === 'answered') {
        // What goes wrong here has ended the call already.
        say(found.legId, call).catch(() => {})
      } else if (found.type === 'no_capacity') end(found.legId, call, 'The server has no line free now.')
      else if (found.type === 'ended') end(found.legId, call, endInWords(found, call))
      return true
    },
  }

  function end(legId: string, call: TestCall, text: string) {
    calls.delete(legId)
    step(call.testId, text, call.isSaid && call.heard ? 'passed' : 'failed')
  }
}

function answerInWords(code: number, phrase: string): string {
  if (code === 0) return `The call cannot be placed. ${phrase}`
  const answer = `${code} ${phrase}`
  if (code === 100) return `The server works on it (${answer}).`
  if (code === 180) return `It rings (${answer}).`
  if (code < 200) return `The call makes progress (${answer}).`
  if (code < 300) return `It was answered (${answer}).`
  if (code === 401 || code === 407) return `The server asks for the password (${answer}).`
  return `The server says no (${answer}).`
}

function endInWords({ cause }: Extract<CarrierReport, { type: 'ended' }>, { isSaid, heard }: TestCall): string {
  switch (cause) {
    case 'busy':
      return 'The line is busy. The trunk works as far as that.'
    case 'declined':
      return 'The call was declined. The trunk works as far as that.'
    case 'no_answer':
      return 'Nobody answered. The trunk works as far as that.'
    case 'unreachable':
      return 'The server does not know the number, or cannot reach it.'
    case 'carrier_failed':
      return 'The server did not put the call through. See the state of the trunk, and what it said.'
    case 'line_error':
      return 'The line broke.'
    case 'transferred':
    case 'hung_up':
    case 'remote_hang_up':
      if (isSaid && !heard)
        return 'The call ended, but no sound came from the other side. Its packets do not reach this machine: look at the ports of sound and the public address in the settings.'
      if (isSaid) return 'The call ended. All is well.'
      return cause === 'hung_up' ? 'The call was hung up.' : 'The other side hung up before the sentence was said.'
  }
}
