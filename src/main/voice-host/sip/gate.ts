import { BlockList, isIP } from 'node:net'
import { plainAddress } from './resolve'

/** Messages of one address in a second, and at once. A busy trunk of 50 calls a second sends some 500. */
const PER_SECOND = 1000
const AT_ONCE = 2000

/**
 * Decides which addresses are heard on the SIP port: those of configured trunks. All others get no answer at all, so that
 * a scanner does not even learn that there is something.
 */
export class Gate {
  private readonly networks = new Map<number, BlockList>()
  private readonly addresses = new Map<number, ReadonlySet<string>>()
  private readonly visitors = new Map<string, number>()
  private readonly buckets = new Map<string, { left: number; at: number }>()

  constructor(private readonly now: () => number) {}

  /** Sets the networks of a trunk, as addresses or in CIDR. What is neither is passed over. */
  setNetworks(trunkId: number, networks: readonly string[]) {
    const list = new BlockList()
    for (const network of networks) {
      const [address = '', bits] = network.trim().split('/')
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
      const most = family === 'ipv6' ? 128 : 32
      if (!isIP(address) || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= most))) continue
      list.addSubnet(address, bits === undefined ? most : Number(bits), family)
    }
    this.networks.set(trunkId, list)
  }

  /** Sets the addresses that the hosts of a trunk have now. */
  setAddresses(trunkId: number, addresses: Iterable<string>) {
    this.addresses.set(trunkId, new Set(addresses))
  }

  forget(trunkId: number) {
    this.networks.delete(trunkId)
    this.addresses.delete(trunkId)
  }

  /**
   * Lets an address in while a call lasts whose other side named it for the requests of this call. Returns a function
   * that ends it.
   */
  admit(address: string): () => void {
    this.visitors.set(address, (this.visitors.get(address) ?? 0) + 1)
    let isDone = false
    return () => {
      if (isDone) return
      isDone = true
      const left = this.visitors.get(address)! - 1
      if (left > 0) this.visitors.set(address, left)
      else this.visitors.delete(address)
    }
  }

  /** The trunks whose calls may come from this address. */
  trunksAt(source: string): number[] {
    const address = plainAddress(source)
    const ids = new Set([...this.addresses].filter(([, known]) => known.has(address)).map(([id]) => id))
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    for (const [id, list] of this.networks) if (isIP(address) && list.check(address, family)) ids.add(id)
    return [...ids]
  }

  /** Whether the address belongs to somebody who may talk to us. */
  knows(source: string): boolean {
    return this.visitors.has(plainAddress(source)) || this.trunksAt(source).length > 0
  }

  /** Whether a message from this address is heard now. It counts against what the address may send. */
  lets(source: string): boolean {
    if (!this.knows(source)) return false
    const now = this.now()
    const bucket = this.buckets.get(source) ?? { left: AT_ONCE, at: now }
    bucket.left = Math.min(AT_ONCE, bucket.left + (Math.max(0, now - bucket.at) * PER_SECOND) / 1000)
    bucket.at = now
    this.buckets.set(source, bucket)
    // Networks may hold many addresses; what is kept of them stays small.
    if (this.buckets.size > 10_000) this.buckets.clear()
    if (bucket.left < 1) return false
    bucket.left--
    return true
  }
}
