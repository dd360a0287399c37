import type { HostCommand, HostReport, HostSettings, TrunkState } from './voice-host'

/** The SIP trunks in service, and what they do. */
export interface TrunkLine {
  /** All trunks and settings as they are now. Without a trunk nothing runs. */
  configure(settings: HostSettings): void
  state(trunkId: number): TrunkState
  /** Calls the listener when the state of a trunk has changed. Returns how to end that. */
  onChange(listener: (trunkId: number) => void): () => void
  /** Places a call that says a sentence. Resolves when it has ended. */
  test(trunkId: number, call: TestCall): Promise<{ passed: boolean }>
  /** Hangs up the test calls of a trunk, or of all. */
  cancelTests(trunkId?: number): void
  /** Ends every registration, and what runs. */
  stop(): Promise<void>
}

export interface TestCall {
  /** A number in E.164, or an extension. */
  to: string
  sentence: string
  /** What happens, in words. */
  onStep: (text: string) => void
}

/** Starts the voice process. `onExit` is called once, when it has ended, with what is known of why. */
export type StartVoiceProcess = (listeners: {
  onReport: (report: HostReport) => void
  onExit: (why: string) => void
}) => VoiceProcess

export interface VoiceProcess {
  send(command: HostCommand): void
  /** Ends it at once. */
  kill(): void
}
