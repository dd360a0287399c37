// The time of a page of a list in a large folder: as a ratio to a small folder when the size should make no difference,
// else in milliseconds.
import { dayOf, type Many, many } from './many'
import { note } from './ratios'
import { median, numberOf, printTable, whole } from './support'
import { startWatched, type Watched } from './watched'

const LARGE = { leads: 1_000_000, calls: 200_000 }
const SMALL = { leads: 1000, calls: 1000 }
const PER_PAGE = 15
/** How often each page is requested. */
const TIMES = 60
/** After so many ms, no further requests of a page are made. */
const TIMEOUT = 3000

interface Measure {
  name: string
  path(is: Many): string
  /** The most that it should take: a ratio to the small folder, or milliseconds. */
  aim: { times: number } | { ms: number }
}

const asInSmall = { times: 1.5 }
const quick = { ms: 100 }
/** While somebody types. */
const atOnce = { ms: 30 }
/** What most of a million records have in common is counted one by one. */
const allCounted = { ms: 1000 }

const leads: Measure[] = [
  { name: 'all', path: () => '/user/leads', aim: asInSmall },
  { name: 'of a campaign', path: is => `/user/leads?campaign_id=${is.campaignIds[4]}`, aim: asInSmall },
  { name: 'in a state', path: () => '/user/leads?status=completed', aim: asInSmall },
  {
    name: 'of a campaign in a state',
    path: is => `/user/leads?campaign_id=${is.campaignIds[4]}&status=completed`,
    aim: asInSmall,
  },
  { name: 'number, 3 digits', path: () => '/user/leads?phone_number=417', aim: quick },
  { name: 'number, 5 digits', path: () => '/user/leads?phone_number=41755', aim: quick },
  { name: 'number, 9 digits', path: () => '/user/leads?phone_number=417555000', aim: quick },
  { name: 'number, 3 digits that all have', path: () => '/user/leads?phone_number=555', aim: quick },
  {
    name: 'number, 3 digits, of a campaign',
    path: is => `/user/leads?phone_number=417&campaign_id=${is.campaignIds[4]}`,
    aim: quick,
  },
  { name: 'search, a number', path: () => '/user/leads?search=417%20555%20000', aim: quick },
  { name: 'search, a name that few have', path: () => '/user/leads?search=neighbour%20zoe', aim: quick },
  { name: 'search, a name that all have', path: () => '/user/leads?search=neighb', aim: allCounted },
  { name: 'of a day', path: () => `/user/leads?date_from=${dayOf(50)}&date_to=${dayOf(50)}`, aim: quick },
  { name: 'of all days', path: () => `/user/leads?date_from=${dayOf(0)}&date_to=${dayOf(100)}`, aim: quick },
  {
    name: 'of 30 days, in a state',
    path: () => `/user/leads?status=completed&date_from=${dayOf(30)}&date_to=${dayOf(59)}`,
    aim: quick,
  },
  { name: 'page 1,000', path: () => '/user/leads?page=1000', aim: quick },
  { name: 'the middle page', path: is => `/user/leads?page=${Math.ceil(is.leads / PER_PAGE / 2)}`, aim: quick },
  { name: 'the last page', path: is => `/user/leads?page=${Math.ceil(is.leads / PER_PAGE)}`, aim: quick },
]

const calls: Measure[] = [
  { name: 'all', path: () => '/user/calls', aim: asInSmall },
  { name: 'in a state', path: () => '/user/calls?status=completed', aim: asInSmall },
  { name: 'of a kind', path: () => '/user/calls?type=outbound', aim: asInSmall },
  { name: 'of a campaign', path: is => `/user/calls?campaign_id=${is.campaignIds[4]}`, aim: asInSmall },
  {
    name: 'of a campaign in a state',
    path: is => `/user/calls?campaign_id=${is.campaignIds[4]}&status=completed`,
    aim: asInSmall,
  },
  { name: 'of an assistant', path: is => `/user/calls?assistant_id=${is.assistantId}`, aim: quick },
  { name: 'number, 3 digits', path: () => '/user/calls?phone_number=417', aim: quick },
  { name: 'number, 5 digits', path: () => '/user/calls?phone_number=41755', aim: quick },
  { name: 'number, 9 digits', path: () => '/user/calls?phone_number=417555000', aim: quick },
  { name: 'number, 3 digits that all have', path: () => '/user/calls?phone_number=555', aim: quick },
  { name: 'search, a number', path: () => '/user/calls?search=417%20555%20000', aim: quick },
  { name: 'search, words that few said', path: () => '/user/calls?search=zeppelin', aim: quick },
  { name: 'search, words that all said', path: () => '/user/calls?search=see', aim: allCounted },
  { name: 'of a day', path: () => `/user/calls?date_from=${dayOf(50)}&date_to=${dayOf(50)}`, aim: quick },
  { name: 'of all days', path: () => `/user/calls?date_from=${dayOf(0)}&date_to=${dayOf(100)}`, aim: quick },
  { name: 'page 1,000', path: () => '/user/calls?page=1000', aim: quick },
  { name: 'the last page', path: is => `/user/calls?page=${Math.ceil(is.calls / PER_PAGE)}`, aim: quick },
]

const ledger: Measure[] = [
  { name: 'all', path: () => '/user/ledger', aim: asInSmall },
  { name: 'of a type', path: () => '/user/ledger?type=call', aim: asInSmall },
  { name: 'of a call', path: () => '/user/ledger?call_id=500', aim: asInSmall },
  { name: 'of a day', path: () => `/user/ledger?date_from=${dayOf(50)}&date_to=${dayOf(50)}`, aim: quick },
  { name: 'of all days', path: () => `/user/ledger?date_from=${dayOf(0)}&date_to=${dayOf(100)}`, aim: quick },
  { name: 'page 1,000', path: () => '/user/ledger?page=1000', aim: quick },
  { name: 'the last page', path: is => `/user/ledger?page=${Math.floor(is.calls / PER_PAGE)}`, aim: quick },
]

const people: Measure[] = [
  { name: 'with a lead and a call', path: () => `/user/people/${encodeURIComponent(numberOf(1))}`, aim: asInSmall },
  { name: 'found by a number', path: () => '/user/people?search=417%20555%20000', aim: atOnce },
  { name: 'found by 3 digits that all have', path: () => '/user/people?search=555', aim: atOnce },
  { name: 'found by a name that few have', path: () => '/user/people?search=neighbour%20zoe', aim: atOnce },
  { name: 'found by a name that all have', path: () => '/user/people?search=neighbour', aim: atOnce },
  { name: 'found by the first letter of all names', path: () => '/user/people?search=n', aim: atOnce },
  { name: 'found by words that few said', path: () => '/user/people?search=zeppelin', aim: atOnce },
  { name: 'found by words that all said', path: () => '/user/people?search=see%20when', aim: atOnce },
  { name: 'not found', path: () => '/user/people?search=quagmire', aim: atOnce },
]

export async function benchLists(): Promise<void> {
  const small = many(SMALL.leads, SMALL.calls)
  const large = many(LARGE.leads, LARGE.calls)
  const services = {
    small: await startWatched(small.dataDir, small.key),
    large: await startWatched(large.dataDir, large.key),
  }
  console.log(
    `lists: ms for a page of ${PER_PAGE} with its total over HTTP, one request at a time, median of up to ${TIMES}, taken in turns\n`,
  )
  const lists = [
    { name: 'leads', measures: leads, n: 'leads' },
    { name: 'calls', measures: calls, n: 'calls' },
    { name: 'ledger', measures: ledger, n: 'calls' },
    { name: 'a person', measures: people, n: 'leads' },
  ] as const
  for (const { name, measures, n } of lists) {
    const rows = [[name, whole(SMALL[n]), whole(LARGE[n]), 'ratio', 'found', 'aim', '']]
    for (const measure of measures) {
      const taken = await inTurns(
        { service: services.small, path: measure.path(small) },
        { service: services.large, path: measure.path(large) },
      )
      const ratio = taken.large / taken.small
      const { aim } = measure
      note(`lists: ${name}, ${measure.name}, large of small`, ratio, 'less', 'times' in aim ? aim.times : undefined)
      const reached = 'times' in aim ? ratio <= aim.times : taken.large <= aim.ms
      rows.push([
        measure.name,
        taken.small.toFixed(1),
        taken.large.toFixed(1),
        `${ratio.toFixed(2)} x`,
        whole(taken.found),
        'times' in aim ? `${aim.times} x` : `${aim.ms} ms`,
        reached ? '' : 'missed',
      ])
    }
    printTable(rows)
    console.log()
  }
  await Promise.all([services.small.stop(), services.large.stop()])
}

interface Side {
  service: Watched
  path: string
}

async function inTurns(small: Side, large: Side) {
  const taken = { small: [] as number[], large: [] as number[] }
  let found = 0
  const since = performance.now()
  // The first five are a warm-up and are not counted.
  for (let i = -5; i < 3 || (i < TIMES && performance.now() - since < TIMEOUT); i++) {
    const ofSmall = await small.service.ask('GET', small.path)
    const ofLarge = await large.service.ask('GET', large.path)
    found = ofLarge.body.total ?? 1
    if (i < 0) continue
    taken.small.push(ofSmall.ms)
    taken.large.push(ofLarge.ms)
  }
  return { small: median(taken.small), large: median(taken.large), found }
}
