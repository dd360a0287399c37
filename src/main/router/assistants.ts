import type { AssistantSettings } from '../../contract/assistants'
import type { Draft } from '../../contract/validation'
import * as assistants from '../core/assistants'
import type { Desk } from '../core/desk'
import { paged } from '../core/paging'
import * as answers from './answers'
import { drafted, os, sound } from './wiring'

export function assistantsRoutes(desk: Desk) {
  const page = answers.pager(desk)
  return os.assistants.router({
    create: os.assistants.create.handler(
      drafted(({ userId }, draft) => ({
        message: 'The assistant was created.',
        data: answers.assistantSummary(assistants.create(desk, userId, draft as Draft<AssistantSettings>)),
      })),
    ),
    update: os.assistants.update.handler(
      drafted(({ userId }, { values: { id, ...values }, faults }) => ({
        message: 'The assistant was changed.',
        data: answers.assistantSummary(
          assistants.update(desk, userId, id!, { values: values as Partial<AssistantSettings>, faults }),
        ),
      })),
    ),
    get: os.assistants.get.handler(sound(({ userId }, { id }) => answers.assistant(assistants.get(desk, userId, id)))),
    list: os.assistants.list.handler(
      sound(({ userId }, input) =>
        page('/user/assistants/get', input, assistants.list(desk, userId, paged(input)), answers.assistant),
      ),
    ),
  })
}
