// The console of a desk with 100,000 leads and 20,000 calls. BENCH_PARTS names the parts that are measured, such as `typing,far`.
import { loadavg } from 'node:os'
import { measureAnswers } from './console-answers'
import { type Desk, openDesk, out } from './console-desk'
import { measureFarPages, measurePages, measureScrolling, measureTyping } from './console-lists'
import { measureBytes, measureShifts } from './console-loads'
import { measureWatching } from './console-watching'
import { measureChangeOfAll, measureImport } from './console-work'
import { beginOfDesk, CALLS, LEADS, largeDesk } from './large-desk'
import { whole } from './support'

/** In the names of the ratios. */
const ABOUT = 'large desk'

export async function benchLargeConsole(): Promise<void> {
  const since = performance.now()
  const folder = largeDesk()
  const desk = await openDesk(folder, beginOfDesk())
  console.log(
    `console-large: the build in ${out}, in Chromium ${desk.version}, with ${whole(LEADS)} leads and ${whole(CALLS)} calls, made in ${whole((performance.now() - since) / 1000)} s;\nother work on this machine: ${loadavg()[0]!.toFixed(1)} waiting tasks in the last minute\n`,
  )
  try {
    await desk.ask('POST', '/user/dialing/pause')
    const all = places(5)
    // The pages that change while a campaign runs are among those of the small desk.
    const others = Object.fromEntries(
      Object.entries(all).filter(([name]) => !/,|^(Today|Campaigns|Calls|one campaign|one call)$/.test(name)),
    )
    const parts: Record<string, () => Promise<void>> = {
      answers: () => measureAnswers(desk, all),
      typing: () => measureTyping(desk, ABOUT),
      scrolling: () => measureScrolling(desk, ABOUT),
      far: () => measureFarPages(desk, ABOUT),
      pages: () => measurePages(desk, ABOUT),
      change: () => measureChangeOfAll(desk, ABOUT),
      watching: () => resumed(desk, () => measureWatching(desk, ABOUT)),
      shifts: () => resumed(desk, () => measureShifts(desk, others, ABOUT)),
      bytes: () => measureBytes(desk),
      import: () => measureImport(desk, ABOUT),
    }
    const wanted = process.env.BENCH_PARTS?.split(',') ?? Object.keys(parts)
    for (const part of wanted) await parts[part]!()
  } finally {
    await desk.close()
  }
}

/** Pages are measured alone first, then with a campaign that runs. */
async function resumed(desk: Desk, measure: () => Promise<void>) {
  await desk.ask('POST', '/user/dialing/resume')
  await measure()
  await desk.ask('POST', '/user/dialing/pause')
}

const places = (campaign: number) => ({
  Today: '/today',
  Campaigns: '/campaigns',
  'one campaign': `/campaigns/${campaign}`,
  Leads: '/leads',
  'Leads, searched': '/leads?search=neighbour%209',
  'Leads, due': '/leads?next=any',
  'Leads, due now': '/leads?next=now',
  'Leads, far page': '/leads?page=1900',
  'Leads, one open': '/leads?open=99000',
  Calls: '/calls',
  'Calls, searched': '/calls?search=summer%20party',
  'Calls, longest': '/calls?order=longest',
  'Calls, cheapest': '/calls?order=cheapest',
  'Calls, far page': '/calls?page=390',
  'one call': '/calls/1901',
  'Live calls': '/calls/live',
  People: '/people',
  'People, far page': '/people?page=350',
  'People, searched': '/people?search=neighbour%209',
  'People, words': '/people?search=summer%20party',
  'one person': '/people/%2B12015550000',
  Conversations: '/conversations',
  SMS: '/sms',
  Assistants: '/assistants',
  Knowledge: '/knowledge',
  Tools: '/tools',
  Numbers: '/numbers',
  Webhooks: '/webhooks',
  'Webhooks, searched': '/webhooks?search=neighbour',
  Money: '/money',
  'Money, far page': '/money?page=300',
  Costs: '/money/costs',
  'Do not call': '/blacklist',
  'Do not call, searched': '/blacklist?search=555',
  Settings: '/settings',
  Import: '/leads/import',
})
