import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Random } from '../../ports/system'
import type { Trunk } from '../../ports/voice-host'

export type Transport = Trunk['transport']

/** An address to send to. `host`: its name, which the certificate of TLS must be for. */
export interface Target {
  transport: Transport
  address: string
  port: number
  host: string
}

export interface SrvRecord {
  name: string
  port: number
  priority: number
  weight: number
}

/** The questions to DNS. Both reject, or answer nothing, when there is no such name. */
export interface Dns {
  srv(name: string): Promise<SrvRecord[]>
  /** IPv4 and IPv6 addresses, the preferred first. */
  addresses(host: string): Promise<string[]>
}

/** The DNS of this machine; addresses also come from its hosts file. */
export function systemDns(): Dns {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  return {
    srv: name => resolver.resolveSrv(name),
    addresses: async host => (await lookup(host, { all: true, order: 'verbatim' })).map(found => found.address),
  }
}

const service: Record<Transport, string> = { udp: '_sip._udp.', tcp: '_sip._tcp.', tls: '_sips._tcp.' }
/** The most addresses that are tried in turn. */
const MOST_TARGETS = 8

/**
 * Where requests for a host go (RFC 3263): by SRV when no port is given, then by its addresses, in the order in which
 * they are to be tried. Empty when the name cannot be found.
 */
export async function resolveTargets(
  dns: Dns,
  random: Random,
  { host, port, transport }: { host: string; port: number | null; transport: Transport },
): Promise<Target[]> {
  const bare = host.replace(/^\[|\]$/g, '')
  const usual = transport === 'tls' ? 5061 : 5060
  if (isIP(bare)) return [{ transport, address: bare, port: port ?? usual, host: bare }]
  const at = async (name: string, port: number) =>
    (await dns.addresses(name).catch(() => [])).map((address): Target => ({ transport, address, port, host: bare }))
  if (port === null) {
    const records = inTurn(await dns.srv(service[transport] + bare).catch(() => []), random)
    const found = await Promise.all(records.slice(0, MOST_TARGETS).map(record => at(record.name, record.port)))
    if (found.some(targets => targets.length > 0)) return found.flat().slice(0, MOST_TARGETS)
  }
  return (await at(bare, port ?? usual)).slice(0, MOST_TARGETS)
}

/** By priority; among equals the heavier is more often first (RFC 2782). A target of `.` means that there is no service. */
function inTurn(records: readonly SrvRecord[], random: Random): SrvRecord[] {
  return records
    .filter(record => record.name !== '' && record.name !== '.')
    .map(record => ({ record, draw: random() ** (1 / Math.max(record.weight, 0.001)) }))
    .sort((a, b) => a.record.priority - b.record.priority || b.draw - a.draw)
    .map(({ record }) => record)
}

/** An address of a network that is reached only from inside (RFC 1918, 6598, 4193) or of this machine. */
export const isPrivate = (address: string) =>
  /^(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cde][0-9a-f]{2}:)/i.test(
    address,
  )

/** IPv4 written as IPv6 (`::ffff:192.0.2.1`), as IPv4. */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
