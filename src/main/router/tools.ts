import { isoTime } from '../../contract/wire'
import * as tools from '../core/assistants/custom-tools'
import type { Context, Outside } from '../core/kernel/context'
import { os, whenValid, whenValidLater, withErrors } from './wiring'

export const toolsRoutes = (context: Context, outside: Outside) =>
  os.tools.router({
    list: os.tools.list.handler(whenValid(({ userId }) => tools.list(context, userId).map(toolAnswer))),
    create: os.tools.create.handler(
      withErrors(({ userId }, input) => ({
        message: 'The tool was made.',
        data: toolAnswer(tools.create(context, userId, input)),
      })),
    ),
    get: os.tools.get.handler(whenValid(({ userId }, { id }) => toolAnswer(tools.get(context, userId, id)))),
    update: os.tools.update.handler(
      withErrors(({ userId }, { values: { id, ...values }, errors }) => ({
        message: 'The tool was changed.',
        data: toolAnswer(tools.update(context, userId, id!, { values, errors })),
      })),
    ),
    remove: os.tools.remove.handler(
      whenValid(({ userId }, { id }) => {
        tools.remove(context, userId, id)
        return { message: 'The tool was deleted.' }
      }),
    ),
    try: os.tools.try.handler(
      whenValidLater(async ({ userId }, { id, arguments: given = {} }) => {
        const { durationMs, ...trial } = await tools.callTool(context, outside, tools.get(context, userId, id), given)
        return { ...trial, duration_ms: durationMs }
      }),
    ),
  })

const toolAnswer = ({ createdAt, updatedAt, ...tool }: tools.Tool) => ({
  ...tool,
  created_at: isoTime(createdAt),
  updated_at: isoTime(updatedAt),
})
