import { contract } from '../../contract'
import type { BlacklistEntry } from '../../contract/blacklist'
import { isoTime } from '../../contract/wire'
import { counted } from '../../contract/words'
import * as blacklist from '../core/campaigns/blacklist'
import { type Context, transact } from '../core/kernel/context'
import { paged } from '../core/kernel/paging'
import { pager } from './pages'
import { os, whenValid } from './wiring'

export function blacklistRoutes(context: Context) {
  const { db } = context
  const page = pager(context, contract.blacklist.list)
  return os.blacklist.router({
    list: os.blacklist.list.handler(
      whenValid(({ userId }, input) =>
        page(input, blacklist.list(db, userId, input.phone_number, paged(input)), blacklistEntry),
      ),
    ),
    add: os.blacklist.add.handler(
      whenValid(({ userId }, { phone_number, reason = '', expires_at }) => {
        transact(context, () =>
          blacklist.add(context, userId, {
            phoneNumber: phone_number,
            reason,
            source: 'operator',
            expiresAt: expires_at,
          }),
        )
        return {
          message: 'The number is on the blacklist.',
          data: blacklistEntry(blacklist.find(db, userId, phone_number)!),
        }
      }),
    ),
    addMany: os.blacklist.addMany.handler(
      whenValid(({ userId }, { phone_numbers, reason = '' }) => {
        const data = blacklist.addMany(context, userId, phone_numbers, reason)
        return { message: `${counted(data.added, 'number is', 'numbers are')} on the blacklist.`, data }
      }),
    ),
    remove: os.blacklist.remove.handler(
      whenValid(({ userId }, { phone_number }) => {
        blacklist.remove(context, userId, phone_number)
        return { message: 'The number is off the blacklist.' }
      }),
    ),
  })
}

export const blacklistEntry = ({ id, phone_number, reason, source, ...times }: blacklist.Entry): BlacklistEntry => ({
  id,
  phone_number,
  reason,
  source,
  created_at: isoTime(times.created_at),
  expires_at: times.expires_at === null ? null : isoTime(times.expires_at),
})
