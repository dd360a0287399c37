import { isoTime } from '../../contract/wire'
import type { Desk } from '../core/kernel/context'
import * as forget from '../core/privacy/forget'
import * as people from '../core/privacy/person'
import { blacklistEntry } from './blacklist'
import { conversation } from './conversations'
import * as answers from './pages'
import { record } from './sms'
import { os, sound } from './wiring'

export const peopleRoutes = (desk: Desk) =>
  os.people.router({
    get: os.people.get.handler(
      sound(({ userId }, { phone_number }) => {
        const person = people.personOf(desk, userId, phone_number)
        return {
          phone_number,
          name: person.name,
          blacklist: person.blacklist && blacklistEntry(person.blacklist),
          leads: answers
            .leads(desk.db, person.leads)
            .map((lead, i) => ({ ...lead, explanation: person.explanations[i] ?? null })),
          attempts: person.attempts.map(attempt => ({
            id: attempt.id,
            lead_id: attempt.leadId,
            started_at: isoTime(attempt.startedAt),
            ended_at: attempt.endedAt === null ? null : isoTime(attempt.endedAt),
            outcome: attempt.outcome,
            call_ids: attempt.callIds,
          })),
          calls: person.calls.map(call => answers.callSummary(desk, call)),
          sms: person.sms.map(record),
          conversations: person.conversations.map(conversation),
        }
      }),
    ),
    forget: os.people.forget.handler(
      sound(({ userId }, { phone_number }) => ({
        message: 'What was known about this number is gone.',
        data: forget.forget(desk, userId, phone_number),
      })),
    ),
  })
