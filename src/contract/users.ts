import * as z from 'zod'
import { changed, nothing, operation } from './operation'
import { filled, IsoTime, pathId, text } from './wire'

const email = text(254).regex(/^[^\s@]+@[^\s@]+$/, 'must be an address like name@example.com.')

const User = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    is_you: z.boolean(),
    api_keys: z.int(),
    sessions: z.int(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

const Session = z
  .object({
    id: z.string(),
    agent: z.string().nullable(),
    created_at: IsoTime.nullable(),
    last_used_at: IsoTime.nullable(),
    expires_at: IsoTime,
    is_this: z.boolean(),
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof Session>

const tag = 'Users'

export const users = {
  list: operation({
    method: 'GET',
    path: '/user/users',
    tag,
    summary: 'The users of the workspace. Each has records of their own; settings and dialing they share',
    input: nothing,
    output: z.array(User),
  }),
  create: operation({
    method: 'POST',
    path: '/user/users',
    tag,
    status: 201,
    summary: 'Add a user',
    input: z.object({ name: filled(255), email }),
    output: changed(User),
    refuses: ['conflict'],
  }),
  update: operation({
    method: 'PUT',
    path: '/user/users/{id}',
    tag,
    summary: 'Change the name or the address of a user',
    input: z.object({ id: pathId, name: filled(255).optional(), email: email.optional() }),
    output: changed(User),
    refuses: ['not_found', 'conflict'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/user/users/{id}',
    tag,
    summary: 'Remove a user: their API keys and sessions end, and their campaigns stop',
    description:
      'What they have made stays stored. It is refused for oneself, for the last user, and while the user is on the phone or has numbers.',
    input: z.object({ id: pathId }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found', 'conflict'],
  }),
  link: operation({
    method: 'POST',
    path: '/user/users/{id}/console-link',
    tag,
    summary: 'Make a link that opens the console as this user. It works once, within a day',
    input: z.object({ id: pathId }),
    output: changed(z.object({ link: z.string(), valid_until: IsoTime })),
    refuses: ['not_found'],
  }),
  sessions: operation({
    method: 'GET',
    path: '/user/sessions',
    tag,
    summary: 'The sessions of the console that you have open in browsers, the latest first',
    input: nothing,
    output: z.array(Session),
  }),
  endSession: operation({
    method: 'DELETE',
    path: '/user/sessions/{session}',
    tag,
    summary: 'Sign a browser out',
    input: z.object({ session: z.string() }),
    output: z.object({ message: z.string() }),
    refuses: ['not_found'],
  }),
  endOtherSessions: operation({
    method: 'POST',
    path: '/user/sessions/end-others',
    tag,
    summary: 'Sign all browsers out, except the one that asks',
    input: nothing,
    output: changed(z.object({ ended: z.int() })),
  }),
}
