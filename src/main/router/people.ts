import type { FoundPerson as FoundAnswer } from '../../contract/people'
import { readSearch } from '../../contract/search'
import { isoTime } from '../../contract/wire'
import type { Context } from '../core/kernel/context'
import { type FoundPerson, findPeople } from '../core/privacy/find-people'
import { forget } from '../core/privacy/forget'
import * as people from '../core/privacy/person'
import { blacklistEntry } from './blacklist'
import { callSummary } from './calls'
import { conversationAnswer } from './conversations'
import { leadAnswers } from './leads'
import { smsAnswer } from './sms'
import { os, whenValid } from './wiring'

export const peopleRoutes = (context: Context) =>
  os.people.router({
    get: os.people.get.handler(
      whenValid(({ userId }, { phone_number }) => {
        const person = people.personOf(context, userId, phone_number)
        return {
          phone_number,
          name: person.name,
          blacklist: person.blacklist && blacklistEntry(person.blacklist),
          leads: leadAnswers(context.db, person.leads).map((lead, i) => ({
            ...lead,
            explanation: person.explanations[i] ?? null,
          })),
          attempts: person.attempts.map(attempt => ({
            id: attempt.id,
            lead_id: attempt.leadId,
            started_at: isoTime(attempt.startedAt),
            ended_at: attempt.endedAt === null ? null : isoTime(attempt.endedAt),
            outcome: attempt.outcome,
            call_ids: attempt.callIds,
          })),
          calls: person.calls.map(call => callSummary(context, call)),
          sms: person.sms.map(smsAnswer),
          conversations: person.conversations.map(conversationAnswer),
        }
      }),
    ),
    find: os.people.find.handler(
      whenValid(({ userId }, { search, limit }) => ({
        data: findPeople(context.db, userId, readSearch(search)!, limit).map(foundAnswer),
      })),
    ),
    forget: os.people.forget.handler(
      whenValid(({ userId }, { phone_number }) => ({
        message: 'What was known about this number is gone.',
        data: forget(context, userId, phone_number),
      })),
    ),
  })

const foundAnswer = ({ phoneNumber, name, found, said, lastCall, lead }: FoundPerson): FoundAnswer => ({
  phone_number: phoneNumber,
  name,
  found,
  excerpt: said?.excerpt ?? null,
  call_id: said?.in === 'call' ? Number(said.id) : null,
  sms_id: said?.in === 'sms' ? Number(said.id) : null,
  conversation_id: said?.in === 'conversation' ? String(said.id) : null,
  last_call: lastCall && { id: lastCall.id, status: lastCall.status, created_at: isoTime(lastCall.createdAt) },
  lead,
})
