import { isoTime } from '../../contract/wire'
import * as tools from '../core/assistants/custom-tools'
import type { Desk } from '../core/kernel/context'
import { drafted, os, sound, soundSlow } from './wiring'

const present = ({ createdAt, updatedAt, ...tool }: tools.Tool) => ({
  ...tool,
  created_at: isoTime(createdAt),
  updated_at: isoTime(updatedAt),
})

export const toolsRoutes = (desk: Desk) =>
  os.tools.router({
    list: os.tools.list.handler(sound(({ userId }) => tools.list(desk, userId).map(present))),
    create: os.tools.create.handler(
      drafted(({ userId }, draft) => ({
        message: 'The tool was made.',
        data: present(tools.create(desk, userId, draft)),
      })),
    ),
    get: os.tools.get.handler(sound(({ userId }, { id }) => present(tools.get(desk, userId, id)))),
    update: os.tools.update.handler(
      drafted(({ userId }, { values: { id, ...values }, faults }) => ({
        message: 'The tool was changed.',
        data: present(tools.update(desk, userId, id!, { values, faults })),
      })),
    ),
    remove: os.tools.remove.handler(
      sound(({ userId }, { id }) => {
        tools.remove(desk, userId, id)
        return { message: 'The tool was deleted.' }
      }),
    ),
    try: os.tools.try.handler(
      soundSlow(async ({ userId }, { id, arguments: given = {} }) => {
        const { durationMs, ...trial } = await tools.call(desk, tools.get(desk, userId, id), given)
        return { ...trial, duration_ms: durationMs }
      }),
    ),
  })
