import { expect, it, onTestFinished } from 'vitest'
import * as assistants from '../../src/main/core/assistants/assistants'
import { queries as callListQueries } from '../../src/main/core/calls/call-list'
import * as calls from '../../src/main/core/calls/calls'
import { queries as stepQueries } from '../../src/main/core/calls/next-step'
import { queries as recentQueries } from '../../src/main/core/calls/recent-dials'
import { queries as progressQueries } from '../../src/main/core/calls/recovery'
import * as blacklist from '../../src/main/core/campaigns/blacklist'
import { askedQueries } from '../../src/main/core/campaigns/lead-states'
import * as leads from '../../src/main/core/campaigns/leads'
import { queries as plannedQueries } from '../../src/main/core/campaigns/planned-starts'
import { queries as dialQueries } from '../../src/main/core/dialing/queue'
import { paged } from '../../src/main/core/kernel/paging'
import * as knowledge from '../../src/main/core/knowledge/documents'
import * as knowledgebases from '../../src/main/core/knowledge/knowledgebases'
import * as passages from '../../src/main/core/knowledge/search'
import * as sms from '../../src/main/core/messaging/sms'
import * as smsList from '../../src/main/core/messaging/sms-list'
import * as money from '../../src/main/core/money/ledger'
import * as foundPeople from '../../src/main/core/privacy/find-people'
import * as notes from '../../src/main/core/privacy/notes'
import * as people from '../../src/main/core/privacy/person'
import * as spent from '../../src/main/core/privacy/spent'
import { queries as orderQueries } from '../../src/main/core/provisioning/orders'
import { queries as subscriptionQueries } from '../../src/main/core/provisioning/subscriptions'
import { queries as callQueries } from '../../src/main/core/rehearsals/experience'
import { queries as planQueries } from '../../src/main/core/rehearsals/plan'
import { queries as rehearsalQueries } from '../../src/main/core/rehearsals/rehearsals'
import { queries as attention } from '../../src/main/core/reporting/attention'
import { queries as costQueries } from '../../src/main/core/reporting/costs'
import { queries as statsQueries } from '../../src/main/core/reporting/stats'
import * as deliveries from '../../src/main/core/webhooks/deliveries'
import { openForService } from '../../src/main/store/open'
import { plan, type Query, sql } from '../../src/main/store/sql'
import { fetchMatching, lookUpEach } from '../../src/main/store/word-search'
import { emptyFolder } from '../support/folder'

const first = paged({ page: 1, per_page: 15 })

const days = { dateFrom: '2026-01-01', dateTo: '2026-01-31' }

const lead = {
  table: sql`leads`,
  ids: (match: string) => sql`SELECT rowid FROM lead_names WHERE lead_names MATCH ${match}`,
}

const call = {
  table: sql`calls`,
  ids: (match: string) => sql`SELECT rowid FROM call_names WHERE call_names MATCH ${match}`,
}

const queries: [string, Query, RegExp][] = [
  ['leads by a name that many have', leads.queries.page(1, {}, first, lookUpEach(lead, '"x"*')), /leads_user/],
  ['people by a number of leads', foundPeople.queries.leadsByNumber(1, '555'), /^SCAN lead_numbers VIRTUAL/],
  ['people by a number of calls', foundPeople.queries.callsByNumber(1, '555'), /^SCAN call_numbers VIRTUAL/],
  ['people by a number of SMS', foundPeople.queries.smsByNumber(1, '555'), /^SCAN sms_numbers VIRTUAL/],
  ['people by a number of chats', foundPeople.queries.chatsByNumber(1, '555'), /conversations_customer/],
  ['people by the name of a lead', foundPeople.queries.leadsByName(1, '"x"*'), /^SCAN lead_names VIRTUAL/],
  ['people by the name of a call', foundPeople.queries.callsByName(1, '"x"*'), /^SCAN call_names VIRTUAL/],
  ['people by what was said in calls', foundPeople.queries.calls(1, '"x"*'), /^SCAN call_words VIRTUAL/],
  ['people by what was written in SMS', foundPeople.queries.sms(1, '"x"*'), /^SCAN sms_words VIRTUAL/],
  ['people by what was written in chats', foundPeople.queries.chats(1, '"x"*'), /^SCAN conversation_words VIRTUAL/],
  ['the last call with a person', foundPeople.queries.lastCall(1, '+12015550124'), /calls_number/],
  ['the last contact with a person', foundPeople.queries.lastContact(1, '+12015550124'), /people USING PRIMARY KEY/],
  ['leads', leads.queries.page(1, {}, first), /leads_user/],
  ['leads by status', leads.queries.page(1, { status: 'created' }, first), /leads_user_status/],
  ['leads by campaign', leads.queries.page(1, { campaignId: 1 }, first), /leads_campaign/],
  [
    'leads by campaign and status',
    leads.queries.page(1, { campaignId: 1, status: 'created' }, first),
    /leads_campaign_status/,
  ],
  ['leads by what came of them', leads.queries.page(1, { result: 'busy' }, first), /leads_result_user/],
  [
    'leads of a campaign by what came of them',
    leads.queries.page(1, { campaignId: 1, result: 'busy' }, first),
    /leads_result_campaign/,
  ],
  ['leads that are not called again', leads.queries.page(1, { state: 'blacklisted' }, first), /leads_barred_user/],
  [
    'leads of a campaign that are not called again',
    leads.queries.page(1, { campaignId: 1, state: 'blacklisted' }, first),
    /leads_barred_campaign/,
  ],
  [
    'leads of a campaign that are done',
    leads.queries.page(1, { campaignId: 1, state: 'completed' }, first),
    /leads_campaign_status/,
  ],
  ['how many asked not to be called', askedQueries.of(1), /leads_result_campaign|leads_barred_campaign/],
  ['the same by campaign', askedQueries.byCampaign(1), /leads_result_user|leads_barred_user/],
  ['leads by a number that many have', leads.queries.page(1, { phoneNumber: '555' }, first), /leads_user/],
  ['leads that are due next', leads.queries.page(1, {}, first, undefined, 'next_due'), /leads_due_user/],
  [
    'leads of a campaign that are due next',
    leads.queries.page(1, { campaignId: 1 }, first, undefined, 'next_due'),
    /leads_due_campaign/,
  ],
  [
    'leads that are due until then',
    leads.queries.page(1, { dueTo: 5 }, first, undefined, 'next_due'),
    /leads_due_user/,
  ],
  ['leads, oldest first', leads.queries.page(1, {}, first, undefined, 'oldest'), /leads_user/],
  [
    'leads for a change of many',
    leads.queries.after(
      1,
      { campaignId: 1 },
      { from: sql`leads`, condition: false },
      { after: 1, last: 5000, most: 100 },
    ),
    /^SEARCH leads USING INTEGER PRIMARY KEY/m,
  ],
  ['leads by dates', leads.queries.page(1, days, first), /leads_user/],
  ['calls', callListQueries.page(1, {}, first), /calls_user/],
  ['calls by status', callListQueries.page(1, { status: 'busy' }, first), /calls_user_status/],
  ['calls by campaign', callListQueries.page(1, { campaignId: 1 }, first), /calls_campaign/],
  [
    'calls by campaign and status',
    callListQueries.page(1, { campaignId: 1, status: 'busy' }, first),
    /calls_campaign_status/,
  ],
  ['calls of an assistant', callListQueries.page(1, { assistantId: 1 }, first), /calls_assistant/],
  [
    'calls of an assistant by status',
    callListQueries.page(1, { assistantId: 1, status: 'busy' }, first),
    /calls_(assistant|user_status) /,
  ],
  ['the longest calls', callListQueries.page(1, {}, first, undefined, 'longest'), /calls_length/],
  [
    'the shortest calls of a goal',
    callListQueries.page(1, { goal: 'goal' }, first, undefined, 'shortest'),
    /calls_length/,
  ],
  [
    'the dearest calls',
    callListQueries.page(1, { status: 'completed' }, first, undefined, 'dearest'),
    /calls_(cost|user_status)/,
  ],
  ['the oldest calls', callListQueries.page(1, {}, first, undefined, 'oldest'), /calls_user /],
  ['the totals of all calls', callListQueries.totals(1, {}), /COVERING INDEX calls_results/],
  ['the totals of a day', callListQueries.totals(1, { from: 1, to: 2, goal: 'goal' }), /COVERING INDEX calls_results/],
  ['calls by dates', callListQueries.page(1, days, first), /calls_user/],
  ['calls by a number that many have', callListQueries.page(1, { phoneNumber: '555' }, first), /calls_user/],
  [
    'the call after one of a lead',
    stepQueries.after({ id: 1, leadId: 1 }),
    /calls_lead \(lead_id=\? AND (id|rowid)>\?\)/,
  ],
  ['calls with a person', people.queries.calls(1, '+12015550124'), /calls_number/],
  ['who was in contact last', foundPeople.queries.page(1, first), /people_contact/],
  ['people by what was written in notes', foundPeople.queries.notes(1, '"x"*'), /^SCAN note_words VIRTUAL/],
  ['the notes about a person', notes.queries.of(1, '+12015550124', 100), /notes_number/],
  ['what was spent on calls with a person', spent.queries.calls(1, '+12015550124'), /calls_number[\s\S]*ledger_call/],
  ['what was spent on SMS with a person', spent.queries.sms(1, '+12015550124'), /sms_from[\s\S]*ledger_sms/],
  [
    'what was spent on chats with a person',
    spent.queries.conversations(1, '+12015550124'),
    /conversations_customer[\s\S]*ledger_conversation/,
  ],
  ['the ledger', money.queries.page(1, {}, first), /ledger_user_time \(user_id=\?\)/],
  [
    'the ledger of a type',
    money.queries.page(1, { type: 'sms' }, first),
    /ledger_user_type \(user_id=\? AND type=\?\)/,
  ],
  [
    'the ledger of some days',
    money.queries.page(1, { from: 1, to: 2 }, first),
    /ledger_user_time \(user_id=\? AND created_at>\? AND created_at<\?\)/,
  ],
  ['the ledger of a campaign', money.queries.page(1, { campaignId: 1 }, first), /ledger_campaign \(campaign_id=\?\)/],
  [
    'the ledger of a campaign and a type',
    money.queries.page(1, { campaignId: 1, type: 'call' }, first),
    /ledger_campaign \(campaign_id=\?\)/,
  ],
  [
    'the ledger of a number',
    money.queries.page(1, { phoneNumberId: 1 }, first),
    /ledger_number \(phone_number_id=\?\)/,
  ],
  ['the sums of the ledger of a number', money.queries.sums(1, { phoneNumberId: 1 }), /ledger_number/],
  ['the sums of the ledger of a type', money.queries.sums(1, { type: 'sms', from: 1, to: 2 }), /ledger_user_type/],
  ['the blacklist', blacklist.queries.page(1, {}, first), /blacklist_user/],
  ['assistants', assistants.queries.page(1, first), /assistants_user/],
  ['knowledge bases', knowledgebases.queries.page(1), /knowledgebases_user/],
  ['the assistants of each', knowledgebases.queries.page(1), /assistants_knowledgebase/],
  ['how much was read in each', knowledgebases.queries.page(1), /documents_knowledgebase/],
  ['documents', knowledge.queries.documents(1), /documents_knowledgebase/],
  ['the passages of a document', knowledge.queries.passages(1, first), /sqlite_autoindex_passages/],
  ['documents to read', knowledge.queries.processing, /documents_processing/],
  ['passages', passages.queries.found(1, '"x"', 5), /passage_words VIRTUAL/],
  ['the passages of a knowledge base', passages.queries.ids(1), /documents_knowledgebase/],
  ['deliveries', deliveries.queries.page(1, {}, first), /deliveries_user/],
  ['deliveries by status', deliveries.queries.page(1, { status: 'dead' }, first), /deliveries_user_status/],
  ['deliveries to a host', deliveries.queries.page(1, { host: 'x' }, first), /deliveries_(host|user)/],
  ['deliveries of a call', deliveries.queries.page(1, { callId: 1 }, first), /deliveries_(call|user)/],
  ['due leads', dialQueries.due(1, 1, 1, 10), /leads_due/],
  ['the next due lead', dialQueries.nextDue(1, 1, 1), /leads_due/],
  ['leads to queue', dialQueries.waiting(1, 10), /leads_campaign_status/],
  ['promised callbacks to queue', dialQueries.callbacks(1, 10), /leads_promised \(campaign_id=\?/],
  ['callbacks that are queued for later', dialQueries.laterCallbacks(1, 1), /leads_promised \(campaign_id=\?/],
  ['due leads of open time zones', dialQueries.dueInZones(1, 1), /leads_due \(campaign_id=\? AND rank=\? AND due_at</],
  ['the leads that are dialed next', dialQueries.next(1, 1, 5), /leads_due \(campaign_id=\? AND rank=\?\)/],
  ['leads to queue in a zone', dialQueries.waitingInZone(1, 'Europe/Rome', 10), /leads_waiting_zone/],
  ['the next deadline', progressQueries.nextDeadline, /calls_open/],
  ['overdue calls', progressQueries.overdue(1), /calls_open/],
  ['the next recording', progressQueries.nextRecording, /calls_open/],
  ['overdue recordings', progressQueries.unrecorded(1), /calls_open/],
  ['recent dials of a campaign', recentQueries.before(1, { created_at: 1, id: 1 }), /calls_campaign /],
  ['parallel calls in use', calls.queries.linesInUse, /calls_open/],
  ['a call with a number', calls.queries.onLineWith(1, '+1'), /calls_open/],
  ['open calls of every campaign', calls.queries.onLineByCampaign, /calls_open/],
  ['open calls of a campaign', calls.queries.onLineOf(1), /calls_open/],
  ['interrupted deliveries', deliveries.queries.interrupted, /deliveries_on_their_way/],
  ['due deliveries', deliveries.queries.due(1, [], 10), /deliveries_due/],
  ['the next delivery', deliveries.queries.nextDue(1), /deliveries_due/],
  ['SMS', smsList.queries.page(1, {}, first), /sms_user/],
  ['SMS by status', smsList.queries.page(1, { status: 'failed' }, first), /sms_user_status/],
  ['SMS to a number', smsList.queries.page(1, { to: '+12015550124' }, first), /sms_to/],
  ['SMS from a number', smsList.queries.page(1, { from: '+12015550124' }, first), /sms_from/],
  ['SMS of an own number', smsList.queries.page(1, { phoneNumberId: 1 }, first), /sms_number/],
  ['SMS with a person', smsList.queries.page(1, { customer: '+12015550124' }, first), /sms_customer/],
  ['threads of SMS', smsList.queries.threads(1, {}, 15), /sms_threads_last/],
  ['threads of SMS with a word', smsList.queries.threads(1, { search: { words: ['x'] } }, 15), /sms_threads_last/],
  ['SMS by dates', smsList.queries.page(1, days, first), /sms_user/],
  ['leads to rehearse', planQueries.leadsAfter(1, 1, 10), /leads_campaign/],
  ['leads of one moment', planQueries.leadsOfMoment(1, 1, 1, 10), /leads_campaign .*created_at=\? AND (id|rowid)>\?/],
  [
    'calls of a campaign as experience',
    callQueries.callsBefore(callQueries.ofCampaign(1), 1, 2, 10),
    /calls_campaign /,
  ],
  [
    'calls of an assistant as experience',
    callQueries.callsBefore(callQueries.ofAssistant(1), 1, 2, 10),
    /calls_assistant /,
  ],
  ['calls of a user as experience', callQueries.callsBefore(callQueries.ofUser(1), 1, 2, 10), /calls_user /],
  [
    'calls of one moment',
    callQueries.callsOfMoment(callQueries.ofUser(1), 1, 2, 10),
    /calls_user .*created_at=\? AND (id|rowid)<\?/,
  ],
  ['planned starts that are due', plannedQueries.due(1), /campaigns_start/],
  ['the next planned start', plannedQueries.next, /campaigns_start/],
  ['the next rehearsal', rehearsalQueries.next, /rehearsals_running/],
  ['running rehearsals of a user', rehearsalQueries.runningOf(1), /rehearsals_user/],
  ['rehearsals beyond what is kept', rehearsalQueries.surplus(1), /rehearsals_user/],
  ['old rehearsals', rehearsalQueries.old(1), /rehearsals_finished/],
  ['the oldest rehearsal', rehearsalQueries.oldest, /rehearsals_finished/],
  ['due SMS', sms.queries.due(1), /sms_queued/],
  ['the next SMS', sms.queries.nextDue, /sms_queued/],
  ['due subscriptions', subscriptionQueries.due(1), /subscriptions_due/],
  ['the next subscription', subscriptionQueries.nextDue, /subscriptions_due/],
  ['subscriptions that can be paid', subscriptionQueries.payable, /phone_numbers_unpaid/],
  ['due orders of numbers', orderQueries.due(1), /number_orders_due/],
  ['the next order of a number', orderQueries.nextDue, /number_orders_due/],
]

it.each(queries)('an index finds %s', (_, query, index) => {
  const store = openForService(emptyFolder())
  onTestFinished(() => store.close())
  const steps = plan(store.db, query)
  expect(steps).toMatch(index)
  // No list is sorted to show a page of it.
  expect(steps).not.toMatch(/TEMP B-TREE FOR (LAST TERM OF )?ORDER BY/)
  expect(
    steps
      .split('\n')
      .filter(step =>
        /\bSCAN (leads|calls|ledger|deliveries|assistants|knowledgebases|documents|passages|sms|subscriptions|number_orders|rehearsals)\b(?!.*USING)/.test(
          step,
        ),
      ),
  ).toEqual([])
})

it.each([
  ['leads', leads.queries.pageOfFew(1, { phoneNumber: '555', campaignId: 1 }, first)],
  ['calls', callListQueries.pageOfFew(1, { phoneNumber: '555', campaignId: 1 }, first)],
])('few %s that a part of a number finds are read by id', (table, query) => {
  const store = openForService(emptyFolder())
  onTestFinished(() => store.close())
  const steps = plan(store.db, query)
  expect(steps).toMatch(new RegExp(`^SEARCH ${table} USING INTEGER PRIMARY KEY`))
  expect(steps).toMatch(/VIRTUAL TABLE/)
})

it.each([
  ['cut-off calls', attention.cutOff(1, 1), [/leads_cut_off/, /later USING INDEX calls_number/, /SEARCH attempts/]],
  ['missed calls', attention.missed(1, 1), [/calls_user_status/, /later USING INDEX calls_number/]],
  ['dead deliveries', attention.dead(1, 1), [/COVERING INDEX deliveries_dead/]],
  ['promised callbacks of leads', attention.callbacks(1, 1), [/leads_promised_user/]],
])('indexes find what needs attention of %s', (_, query, indexes) => {
  const store = openForService(emptyFolder())
  onTestFinished(() => store.close())
  const steps = plan(store.db, query)
  for (const index of indexes) expect(steps).toMatch(index)
  expect(steps).not.toMatch(/SCAN (?!\(subquery)/)
})

it('an index finds the calls that are not final', () => {
  const store = openForService(emptyFolder())
  onTestFinished(() => store.close())
  expect(plan(store.db, callListQueries.live(1, 100))).toMatch(/SEARCH calls USING INDEX calls_open/)
})

it('few leads that a name finds are read by id', () => {
  const store = openForService(emptyFolder())
  onTestFinished(() => store.close())
  const steps = plan(store.db, leads.queries.page(1, { campaignId: 1 }, first, fetchMatching(lead, '"x"*')))
  expect(steps).toMatch(/^SEARCH leads USING INTEGER PRIMARY KEY/)
})

it('the entries of a page of the ledger are explained by the ids of what they paid for', () => {
  const store = openForService(emptyFolder())
  onTestFinished(() => store.close())
  const steps = plan(store.db, money.queries.explained(money.queries.page(1, {}, first)))
  expect(steps).toMatch(/ledger_user_time/)
  const joined = steps.split('\n').filter(step => /LEFT-JOIN/.test(step))
  expect(joined).toHaveLength(6)
  for (const step of joined) expect(step).toMatch(/^SEARCH \w+ USING (INTEGER )?PRIMARY KEY/)
})

it('an index finds the calls whose cost is summed up', () => {
  const store = openForService(emptyFolder())
  onTestFinished(() => store.close())
  const steps = plan(store.db, costQueries.costs(1, { from: 1, to: 2 }))
  expect(steps).toMatch(/INDEX calls_\w+ \(user_id=\? AND created_at>\? AND created_at<\?\)/)
})

it.each([
  ['calls', callListQueries.page(1, {}, first, fetchMatching(call, '"x"*'))],
  ['leads', leads.queries.page(1, {}, first, fetchMatching(lead, '"x"*'))],
])('few %s that words find are sorted by their ids, and only those of the page are read', (_, query) => {
  const store = openForService(emptyFolder())
  onTestFinished(() => store.close())
  expect(plan(store.db, query)).toMatch(
    /^SEARCH (\w+) USING INTEGER PRIMARY KEY \(rowid=\?\)\nLIST SUBQUERY \d+\nSEARCH \1 USING INTEGER PRIMARY KEY/,
  )
})

it.each([undefined, 1])('statistics are read from one index, of campaign %s', campaign => {
  const store = openForService(emptyFolder())
  onTestFinished(() => store.close())
  const steps = plan(store.db, statsQueries.slots(1, { from: 1, to: 2 }, campaign))
  expect(steps).toMatch(/COVERING INDEX calls_results \(user_id=\? AND created_at>\? AND created_at<\?\)/)
})
