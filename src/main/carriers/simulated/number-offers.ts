import { type CountryCode, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { NumberOffer } from '../../ports/number-provider'
import { chance } from './fates'

/** A range of numbers. */
interface Range {
  /** The first digits, without the country code. */
  begin: string
  /** How many digits a number has, without the country code. */
  digits: number
  region: string
}

/** The numbers of one kind that a country offers. */
interface Stock {
  kind: 'local' | 'mobile'
  /** How many of ten such numbers can send and receive SMS. */
  smsOfTen: number
  /** USD a month, with SMS and without. */
  price: { sms: number; voice: number }
  addressRequirements: NumberOffer['addressRequirements']
  ranges: Range[]
}

/** Ranges, each written as `212 New York, NY`. */
const ranges = (digits: number, ...of: string[]): Range[] =>
  of.map(one => {
    const at = one.indexOf(' ')
    return { begin: one.slice(0, at), digits, region: one.slice(at + 1) }
  })

const local = (of: Omit<Stock, 'kind' | 'smsOfTen'> & { smsOfTen?: number }): Stock => ({
  kind: 'local',
  smsOfTen: 0,
  ...of,
})
const mobile = (price: number, addressRequirements: Stock['addressRequirements'], from: Range[]): Stock => ({
  kind: 'mobile',
  smsOfTen: 10,
  price: { sms: price, voice: price },
  addressRequirements,
  ranges: from,
})
const voice = (price: number) => ({ sms: price, voice: price })

// In North America, a number does not show whether it is a mobile number. In the other countries, only mobile numbers
// have SMS.
const stock: Record<string, Stock[]> = {
  US: [
    local({
      smsOfTen: 7,
      price: { sms: 1.15, voice: 1 },
      addressRequirements: 'none',
      ranges: ranges(
        10,
        '212 New York, NY',
        '213 Los Angeles, CA',
        '305 Miami, FL',
        '312 Chicago, IL',
        '404 Atlanta, GA',
        '415 San Francisco, CA',
        '512 Austin, TX',
        '617 Boston, MA',
        '702 Las Vegas, NV',
        '206 Seattle, WA',
        '303 Denver, CO',
        '602 Phoenix, AZ',
        '713 Houston, TX',
        '215 Philadelphia, PA',
        '615 Nashville, TN',
        '503 Portland, OR',
      ),
    }),
  ],
  CA: [
    local({
      smsOfTen: 7,
      price: { sms: 1.25, voice: 1.1 },
      addressRequirements: 'none',
      ranges: ranges(
        10,
        '416 Toronto, ON',
        '514 Montreal, QC',
        '604 Vancouver, BC',
        '403 Calgary, AB',
        '613 Ottawa, ON',
        '204 Winnipeg, MB',
      ),
    }),
  ],
  GB: [
    local({
      price: voice(1.2),
      addressRequirements: 'foreign',
      ranges: ranges(10, '20 London', '161 Manchester', '121 Birmingham', '131 Edinburgh', '113 Leeds'),
    }),
    mobile(1.3, 'none', ranges(10, '74 United Kingdom', '75 United Kingdom', '78 United Kingdom')),
  ],
  AU: [
    local({
      price: voice(3),
      addressRequirements: 'local',
      ranges: ranges(9, '2 New South Wales', '3 Victoria', '7 Queensland', '8 South Australia'),
    }),
    mobile(4.5, 'local', ranges(9, '4 Australia')),
  ],
  IL: [
    local({
      price: voice(3.3),
      addressRequirements: 'none',
      ranges: ranges(8, '2 Jerusalem', '3 Tel Aviv', '4 Haifa', '8 Beersheba'),
    }),
    mobile(5, 'foreign', ranges(9, '50 Israel', '52 Israel', '54 Israel')),
  ],
  PL: [
    local({
      price: voice(1.6),
      addressRequirements: 'foreign',
      ranges: ranges(9, '22 Warsaw', '12 Krakow', '61 Poznan', '71 Wroclaw', '58 Gdansk'),
    }),
    mobile(3.2, 'local', ranges(9, '50 Poland', '51 Poland', '60 Poland', '78 Poland')),
  ],
  FI: [
    local({
      price: voice(1.9),
      addressRequirements: 'none',
      ranges: ranges(8, '9 Helsinki', '2 Turku', '3 Tampere', '8 Oulu'),
    }),
    mobile(3.1, 'local', ranges(9, '40 Finland', '44 Finland', '50 Finland')),
  ],
  NL: [
    local({
      price: voice(2.2),
      addressRequirements: 'local',
      ranges: ranges(9, '20 Amsterdam', '10 Rotterdam', '30 Utrecht', '70 The Hague', '40 Eindhoven'),
    }),
    mobile(4.2, 'inventory', ranges(9, '6 Netherlands')),
  ],
  DK: [
    local({
      price: voice(2),
      addressRequirements: 'foreign',
      ranges: ranges(8, '33 Copenhagen', '86 Aarhus', '98 Aalborg', '66 Odense'),
    }),
    mobile(3.4, 'foreign', ranges(8, '20 Denmark', '28 Denmark', '40 Denmark', '50 Denmark')),
  ],
  IT: [
    local({
      price: voice(1.75),
      addressRequirements: 'local',
      ranges: ranges(10, '02 Milan', '06 Rome', '011 Turin', '081 Naples', '051 Bologna', '055 Florence'),
    }),
    mobile(4.8, 'inventory', ranges(10, '320 Italy', '333 Italy', '347 Italy', '389 Italy')),
  ],
  DE: [
    local({
      price: voice(1.4),
      addressRequirements: 'local',
      ranges: ranges(10, '30 Berlin', '40 Hamburg', '89 Munich', '69 Frankfurt am Main', '221 Cologne'),
    }),
    mobile(4.9, 'inventory', ranges(11, '151 Germany', '160 Germany', '170 Germany', '176 Germany')),
  ],
}

/** The most numbers that a search returns. */
const MAX_OFFERS = 20
/** After so many random numbers, a search returns what it has found. */
const MAX_TRIES = 1500

export interface Search {
  country: string
  /** Successive digits that each number must contain. */
  contains: string | null
}

/**
 * Up to 20 numbers, half of them with SMS if there are enough of both. The same search and seed return the same
 * numbers, except those that are taken now.
 */
export function offersOf(
  { country, contains }: Search,
  seed: number,
  isTaken: (number: string) => boolean,
): NumberOffer[] {
  const stocks = stock[country] ?? []
  const draw = chance(`${country} ${contains ?? ''}`, seed)
  const code = getCountryCallingCode(country as CountryCode)
  const places = stocks.flatMap(of => of.ranges.map(range => placesIn(code, range, contains)))
  const all = stocks.flatMap(of => of.ranges.map(range => ({ of, range })))
  const fitting = all.map((one, i) => ({ ...one, places: places[i]! })).filter(one => one.places.length > 0)
  const seen = new Set<string>()
  const withSms: NumberOffer[] = []
  const without: NumberOffer[] = []
  for (let tried = 0; tried < MAX_TRIES && fitting.length > 0; tried++) {
    if (withSms.length >= MAX_OFFERS / 2 && without.length >= MAX_OFFERS / 2) break
    const { of, range, places } = pick(fitting, draw)
    const phoneNumber = `+${fill(code + range.begin, code.length + range.digits, contains, pick(places, draw), draw)}`
    if (seen.has(phoneNumber)) continue
    seen.add(phoneNumber)
    if (!isOfStock(phoneNumber, country, of) || isTaken(phoneNumber)) continue
    const offer = offerOf(phoneNumber, country, of, range, seed)
    const those = offer.smsCapable ? withSms : without
    if (those.length < MAX_OFFERS) those.push(offer)
  }
  const half = MAX_OFFERS / 2
  const sms = withSms.slice(0, Math.max(half, MAX_OFFERS - without.length))
  return [...sms, ...without.slice(0, MAX_OFFERS - sms.length)].sort((a, b) => (a.phoneNumber < b.phoneNumber ? -1 : 1))
}

const pick = <T>(from: readonly T[], draw: () => number): T => from[Math.floor(draw() * from.length)]!

/**
 * The positions at which the wanted digits can begin, counted from the start of the country code. Positions after the
 * country code are preferred, since an operator means digits of the number itself.
 */
function placesIn(code: string, { begin, digits }: Range, contains: string | null): number[] {
  const known = code + begin
  const length = code.length + digits
  const wanted = contains ?? ''
  const agrees = (at: number) => [...wanted].every((digit, i) => at + i >= known.length || known[at + i] === digit)
  const places = Array.from({ length: Math.max(0, length - wanted.length + 1) }, (_, at) => at).filter(agrees)
  const afterCode = places.filter(at => at >= code.length)
  return afterCode.length > 0 ? afterCode : places
}

/** A number of `length` digits with the given beginning and the wanted digits at `at`; the others are random. */
function fill(begin: string, length: number, contains: string | null, at: number, draw: () => number): string {
  const digits = Array.from({ length }, (_, i) => begin[i] ?? String(Math.floor(draw() * 10)))
  for (const [i, digit] of [...(contains ?? '')].entries()) digits[at + i] = digit
  return digits.join('')
}

/**
 * Whether a number is valid for this country and kind. In North America, 555 numbers are left out: they are fictitious.
 */
function isOfStock(phoneNumber: string, country: string, { kind }: Stock): boolean {
  const number = parsePhoneNumberFromString(phoneNumber)
  if (!number?.isValid() || number.country !== country) return false
  if (number.countryCallingCode === '1' && number.nationalNumber.slice(3, 6) === '555') return false
  const type = number.getType()
  return type === 'FIXED_LINE_OR_MOBILE' || type === (kind === 'local' ? 'FIXED_LINE' : 'MOBILE')
}

function offerOf(phoneNumber: string, country: string, of: Stock, range: Range, seed: number): NumberOffer {
  const smsCapable = chance(phoneNumber, seed)() * 10 < of.smsOfTen
  const price = smsCapable ? of.price.sms : of.price.voice
  return {
    phoneNumber,
    countryCode: country,
    region: range.region,
    smsCapable,
    price: Math.round(price * 1e6),
    priceId: `price_simulated_${country}_${of.kind}_${smsCapable ? 'sms' : 'voice'}`.toLowerCase(),
    addressRequirements: of.addressRequirements,
  }
}
