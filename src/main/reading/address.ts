import { type LookupAddress, lookup as lookupDns } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import { Agent } from 'undici'
import { Unreadable } from './part.ts'

/** How names become addresses, and which of these are private. A test gives its own. */
export interface Network {
  lookup(host: string): Promise<LookupAddress[]>
  isPrivate(address: string): boolean
}

// The special-purpose addresses of IANA (RFC 6890) that lead to this machine, into its network, or to nobody.
const special = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  special.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is not a public one. IPv4 addresses in IPv6 form count as what they are. */
export function isPrivate(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  return special.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4')
}

export const internet: Network = {
  isPrivate,
  lookup: host =>
    new Promise((resolve, reject) =>
      lookupDns(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
    ),
}

/**
 * An agent for requests to one host. It connects to the addresses that were checked, so that a name cannot lead elsewhere
 * between the check and the connection. `isPrivate`: one of them is private. Throws Unreadable when that may not be.
 */
export async function reach(
  { hostname }: URL,
  mayBePrivate: boolean,
  network: Network,
): Promise<{ agent: Agent; isPrivate: boolean }> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const found = family === 0 ? await network.lookup(host) : [{ address: host, family }]
  const isPrivate = found.some(({ address }) => network.isPrivate(address))
  if (isPrivate && !mayBePrivate) throw new Unreadable('It leads to an address that is not public.')
  return {
    isPrivate,
    agent: new Agent({
      connect: {
        lookup: (_, options, done) =>
          options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family),
      },
    }),
  }
}
