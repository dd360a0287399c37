import { checkTool, type ToolRequest, toolDefaults } from '../../contract/tools'
import { isoTime } from '../../contract/wire'
import * as tools from '../core/assistants/custom-tools'
import type { Context, Outside } from '../core/kernel/context'
import { invalid } from '../core/kernel/errors'
import { os, whenValid, whenValidLater, withErrors, withErrorsLater } from './wiring'

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
      whenValidLater(async ({ userId }, { id, arguments: given = {}, variables }) =>
        trialAnswer(await tools.callTool(context, outside, tools.get(context, userId, id), given, variables)),
      ),
    ),
    tryDraft: os.tools.tryDraft.handler(
      withErrorsLater(async (_, { values: { arguments: given = {}, variables, ...settings }, errors }) => {
        const tool = { ...toolDefaults, ...settings }
        checkTool(tool, errors)
        if (errors.any) throw invalid(errors)
        return trialAnswer(await tools.callTool(context, outside, tool as ToolRequest, given, variables))
      }),
    ),
  })

const trialAnswer = ({ durationMs, ...trial }: tools.ToolTrial) => ({ ...trial, duration_ms: durationMs })

const toolAnswer = ({ createdAt, updatedAt, lastUse, ...tool }: tools.Tool) => ({
  ...tool,
  last_use: lastUse && { ...lastUse, at: isoTime(lastUse.at) },
  created_at: isoTime(createdAt),
  updated_at: isoTime(updatedAt),
})
