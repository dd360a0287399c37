import { parse, write } from 'sdp-transform'
import type { Trunk } from '../../ports/voice-host'
import type { Agreed, Law, SrtpKeys } from '../media/media'

/** Our side of the sound of a leg, for the session descriptions of its whole life. */
export interface OurSound {
  /** Of the session (RFC 8866, 5.2). The version grows with each description that differs. */
  session: { id: number; version: number }
  address: string
  port: number
  srtp: Trunk['srtp']
  /** Master key and salt, 30 bytes; made anew for each leg. */
  key: Uint8Array
}

type Reading = { agreed: Agreed; why?: undefined } | { agreed?: undefined; why: string }

const staticTypes: Record<number, Law> = { 0: 'PCMU', 8: 'PCMA' }
const typeOf: Record<Law, number> = { PCMU: 0, PCMA: 8 }
/** The type that we offer for digits; any of 96 to 127 would do, and this one is the most common. */
const DIGITS = 101
const suites = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const

type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'
type Media = ReturnType<typeof parse>['media'][number]

interface Line {
  profile: string
  laws: Law[]
  digitsType: number | null
  cryptos: { tag: number; suite: SrtpKeys['suite'] }[]
  direction: Direction
}

/**
 * Our offer. With encryption `optional` the keys stand in a description of plain RTP/AVP: who knows them may use them,
 * all others pass over them. A line of RTP/SAVP beside a plain one is refused by many carriers, and RTP/SAVP alone is for
 * `required`.
 */
export const makeOffer = (ours: OurSound): string =>
  describe(ours, {
    profile: ours.srtp === 'required' ? 'RTP/SAVP' : 'RTP/AVP',
    laws: ['PCMU', 'PCMA'],
    digitsType: DIGITS,
    cryptos: ours.srtp === 'off' ? [] : suites.map((suite, i) => ({ tag: i + 1, suite })),
    direction: 'sendrecv',
  })

/** What the answer to our offer means. `why`: it cannot be used, in words. */
export function readAnswer(ours: OurSound, answer: string): Reading {
  const read = soundOf(answer)
  if (!read) return { why: 'Its answer describes no sound.' }
  return agree(ours, read, false)
}

/** Our answer to an offer. `why`: there is nothing in it that both sides have, in words. */
export function makeAnswer(
  ours: OurSound,
  offer: string,
): (Reading & { agreed: Agreed; answer: string }) | { agreed?: undefined; why: string } {
  const read = soundOf(offer)
  if (!read) return { why: 'It offers no sound.' }
  const { agreed, why } = agree(ours, read, true)
  if (!agreed) return { why }
  const isSecure = /SAVP/.test(read.media.protocol)
  const crypto = agreed.srtp ? usable(read.media).find(line => line.suite === agreed.srtp!.suite) : undefined
  const mirrored: Record<Direction, Direction> = {
    sendrecv: 'sendrecv',
    sendonly: 'recvonly',
    recvonly: 'sendonly',
    inactive: 'inactive',
  }
  const answer = describe(
    ours,
    {
      profile: isSecure ? 'RTP/SAVP' : 'RTP/AVP',
      laws: [agreed.law],
      digitsType: agreed.digitsType,
      cryptos: crypto ? [{ tag: crypto.id, suite: crypto.suite }] : [],
      direction: mirrored[read.direction],
    },
    read,
  )
  return { agreed, answer }
}

function describe(ours: OurSound, line: Line, offer?: { all: readonly Media[]; media: Media }): string {
  const { session, address, port } = ours
  const ipVer = address.includes(':') ? 6 : 4
  const types = [...line.laws.map(law => typeOf[law]), ...(line.digitsType === null ? [] : [line.digitsType])]
  const sound = {
    type: 'audio',
    port,
    protocol: line.profile,
    payloads: types.join(' '),
    rtp: [
      ...line.laws.map(law => ({ payload: typeOf[law], codec: law, rate: 8000 })),
      ...(line.digitsType === null ? [] : [{ payload: line.digitsType, codec: 'telephone-event', rate: 8000 }]),
    ],
    fmtp: line.digitsType === null ? [] : [{ payload: line.digitsType, config: '0-15' }],
    crypto: line.cryptos.map(({ tag, suite }) => ({
      id: tag,
      suite,
      config: `inline:${Buffer.from(ours.key).toString('base64')}`,
    })),
    ptime: 20,
    direction: line.direction,
  }
  // Each line of the offer is answered, in its place; what is not used has port 0 (RFC 3264, 6).
  const media = offer
    ? offer.all.map(other =>
        other === offer.media
          ? sound
          : {
              type: other.type,
              port: 0,
              protocol: other.protocol,
              payloads: String(other.payloads ?? '0'),
              rtp: [],
              fmtp: [],
            },
      )
    : [sound]
  return write({
    version: 0,
    origin: { username: '-', sessionId: session.id, sessionVersion: session.version, netType: 'IN', ipVer, address },
    name: '-',
    connection: { version: ipVer, ip: address },
    timing: { start: 0, stop: 0 },
    media,
  })
}

interface Read {
  all: Media[]
  media: Media
  direction: Direction
  remote: { address: string; port: number }
}

/** The line of sound in a description that can be used, the first; null when there is none. */
function soundOf(text: string): Read | null {
  let description: ReturnType<typeof parse>
  try {
    description = parse(text)
  } catch {
    return null
  }
  const all = Array.isArray(description.media) ? description.media : []
  const media = all.find(
    line =>
      line.type === 'audio' &&
      line.port > 0 &&
      /^(UDP\/TLS\/)?RTP\/S?AVPF?$/.test(line.protocol) &&
      !/TLS/.test(line.protocol),
  )
  const address = media?.connection?.ip ?? description.connection?.ip
  if (!media || !(media.port < 65_536) || typeof address !== 'string' || !/^[0-9A-Za-z.:-]{1,255}$/.test(address))
    return null
  const asked = (media.direction ?? description.direction ?? 'sendrecv') as Direction
  // The way of RFC 2543 to hold a call.
  const direction = /^(0\.0\.0\.0|::)$/.test(address) ? 'inactive' : asked
  return { all, media, direction, remote: { address, port: media.port } }
}

function agree(ours: OurSound, { media, direction, remote }: Read, isOffer: boolean): Reading {
  const types = String(media.payloads ?? '')
    .split(' ')
    .map(Number)
  const names = new Map(
    (media.rtp ?? []).map(line => [line.payload, `${line.codec}/${line.rate ?? 8000}`.toUpperCase()]),
  )
  const law = types
    .map(type => (names.has(type) && names.get(type) !== `${staticTypes[type]}/8000` ? undefined : staticTypes[type]))
    .find(found => found)
  if (!law) return { why: 'It has neither PCMU nor PCMA.' }
  const digitsType = types.find(type => names.get(type) === 'TELEPHONE-EVENT/8000') ?? null
  const isSecure = /SAVP/.test(media.protocol)
  const line = ours.srtp === 'off' ? undefined : usable(media)[0]
  if (isSecure && !line)
    return {
      why:
        ours.srtp === 'off'
          ? 'It wants encrypted sound, which the trunk has off.'
          : 'Its keys for encrypted sound cannot be used.',
    }
  if (ours.srtp === 'required' && !line) return { why: 'It has no encrypted sound, which the trunk requires.' }
  if (!isOffer && isSecure !== (ours.srtp === 'required')) return { why: 'Its answer does not fit our offer.' }
  // Music while the call is held is nothing that the person says.
  const isHeld = direction === 'sendonly' || direction === 'inactive'
  return {
    agreed: {
      law,
      digitsType,
      remote,
      sends: !isHeld,
      hears: !isHeld && direction !== 'recvonly',
      srtp: line ? { suite: line.suite, local: ours.key, remote: line.key } : null,
    },
  }
}

/** The lines of keys that we can use: a suite that we have, and a key of the right length without an MKI. */
function usable(media: Media): { id: number; suite: SrtpKeys['suite']; key: Uint8Array }[] {
  return (media.crypto ?? []).flatMap(({ id, suite, config }) => {
    const known = suites.find(name => name === suite)
    const match = /^inline:([A-Za-z0-9+/]{40}=*)(\|(2\^)?\d+)?$/.exec(config)
    const key = match && Buffer.from(match[1]!, 'base64')
    return known && key?.length === 30 ? [{ id, suite: known, key: new Uint8Array(key) }] : []
  })
}
