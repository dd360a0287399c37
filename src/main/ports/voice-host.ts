import type { CarrierCommand, CarrierReport } from './carrier'
import type { EngineCommand, EngineReport } from './engine'

// What the service and the voice process say to each other: plain data, which could as well cross a network.

/** How SIP reaches this machine. */
export interface SipSettings {
  /** The address of this machine to listen on; null: every one. */
  listenAddress: string | null
  /** 0: any free port. */
  listenPort: number
  /** The address that other sides reach this machine by, when it stands behind a NAT; null: its own. */
  publicAddress: string | null
  /** The UDP ports for sound, both included. */
  rtpPorts: readonly [from: number, to: number]
}

/** A SIP trunk with all that is needed to use it. */
export interface Trunk {
  id: number
  /** Its own number in E.164, or its extension. */
  number: string
  /** ISO 3166 code of its country, for numbers in national form. */
  country: string
  username: string | null
  /** In clear text. */
  password: string | null
  /** A host, with or without a port. It is looked up anew each time, never kept as an address. */
  address: string
  /** The host that requests are sent by way of; null: `address` itself. */
  outboundProxy: string | null
  transport: 'udp' | 'tcp' | 'tls'
  /** Whether the sound is encrypted (SDES, RFC 4568). `optional`: when the other side can. */
  srtp: 'off' | 'optional' | 'required'
  register: boolean
  /** How numbers are written to the other side. */
  format: '+e164' | 'e164' | 'national'
  /** IP addresses and networks that calls come from besides the host's own. */
  allowedFrom: readonly string[]
}

/**
 * - `registered`: the other side knows where we are.
 * - `ready`: it needs no registration, and it answered when it was last asked.
 * - `connecting`: the first answer is still to come.
 * - `refused`: it refused our credentials or our registration.
 * - `unreachable`: it does not answer.
 * - `off`: nothing is running for it.
 */
export type TrunkStatus = 'registered' | 'ready' | 'connecting' | 'refused' | 'unreachable' | 'off'

export interface TrunkState {
  status: TrunkStatus
  /** Since when it has this status, wall time. */
  since: number
  /** Why, in words for the operator; null when all is well. */
  reason: string | null
  /** Host, port and transport by which the other side reaches us, as `198.51.100.7:5060 udp`; null when unknown. */
  localAddress: string | null
}

/** How a provider of models or speech is reached. */
export interface ProviderAccess {
  api_key?: string
  base_url?: string
}

/** All that the voice process is told, as it is now. */
export interface HostSettings {
  settings: SipSettings
  trunks: readonly Trunk[]
  /** By the code of the provider. Those without a key and an address are left out. */
  providers: Readonly<Record<string, ProviderAccess>>
}

/** A message to the voice process. */
export type HostCommand =
  /** All trunks and settings as they are now. What did not change keeps running. */
  | ({ type: 'configure' } & HostSettings)
  | { type: 'carrier'; command: CarrierCommand }
  | { type: 'engine'; command: EngineCommand }
  /** Places a test call that says a sentence. */
  | { type: 'test'; testId: string; trunkId: number; to: string; sentence: string }
  | { type: 'cancel_test'; testId: string }
  /** Ends every leg and registration, then the process. */
  | { type: 'stop' }

/** A message from the voice process. */
export type HostReport =
  | { type: 'trunk'; trunkId: number; state: TrunkState }
  | { type: 'carrier'; report: CarrierReport }
  | { type: 'engine'; report: EngineReport }
  /** A step of a test call, in words. `done`: how it ended, with the last step. */
  | { type: 'test_step'; testId: string; text: string; done: 'passed' | 'failed' | null }
  | { type: 'log'; level: 'info' | 'warn' | 'error'; facts: object; text: string }
