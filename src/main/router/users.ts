import type { User } from '../../contract/users'
import { isoTime } from '../../contract/wire'
import { counted } from '../../contract/words'
import type { Context } from '../core/kernel/context'
import { notFound } from '../core/kernel/errors'
import { removeUser } from '../core/privacy/remove-user'
import { keysOf } from '../core/workspace/api-keys'
import * as sessions from '../core/workspace/sessions'
import * as users from '../core/workspace/users'
import { os, whenValid } from './wiring'

const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at))

export function usersRoutes(context: Context) {
  const { db, wall } = context
  const present = (user: users.User, you: number): User => ({
    id: user.id,
    name: user.name,
    email: user.email,
    is_you: user.id === you,
    api_keys: keysOf(db, user.id).length,
    sessions: sessions.sessionsOf(db, user.id, wall.now()).length,
  })
  return os.users.router({
    list: os.users.list.handler(whenValid(({ userId }) => users.listUsers(db).map(user => present(user, userId)))),
    create: os.users.create.handler(
      whenValid(({ userId }, given) => ({
        message: 'The user was added.',
        data: present(users.createUser(context, given), userId),
      })),
    ),
    update: os.users.update.handler(
      whenValid(({ userId }, { id, ...change }) => ({
        message: 'The user was changed.',
        data: present(users.updateUser(context, id, change), userId),
      })),
    ),
    remove: os.users.remove.handler(
      whenValid(({ userId }, { id }) => {
        removeUser(context, userId, id)
        return { message: 'The user was removed. Their API keys and sessions have ended.' }
      }),
    ),
    link: os.users.link.handler(
      whenValid((_, { id }) => {
        const user = users.getUser(db, id)
        if (!user) throw notFound('User')
        const origin = context.baseUrl.slice(0, -'/api'.length)
        return {
          message: 'The link was made. It works once, within a day.',
          data: {
            link: sessions.consoleLink(context, origin, id),
            valid_until: isoTime(wall.now() + sessions.LINK_LASTS),
          },
        }
      }),
    ),
    sessions: os.users.sessions.handler(
      whenValid(({ userId, session }) =>
        sessions.sessionsOf(db, userId, wall.now()).map(({ id, agent, created_at, last_used_at, expires_at }) => ({
          id,
          agent,
          created_at: timeOrNull(created_at),
          last_used_at: timeOrNull(last_used_at),
          expires_at: isoTime(expires_at),
          is_this: id === session,
        })),
      ),
    ),
    endSession: os.users.endSession.handler(
      whenValid(({ userId }, { session }) => {
        sessions.endById(context, userId, session)
        return { message: 'The browser was signed out.' }
      }),
    ),
    endOtherSessions: os.users.endOtherSessions.handler(
      whenValid(({ userId, session }) => {
        const ended = sessions.endOthers(context, userId, session)
        return {
          message:
            ended === 0
              ? 'There was no other browser.'
              : `${counted(ended, 'browser was', 'browsers were')} signed out.`,
          data: { ended },
        }
      }),
    ),
  })
}
