import { contract } from '../../contract'
import type { BlacklistEntry } from '../../contract/blacklist'
import { readSearch } from '../../contract/search'
import { isoTime } from '../../contract/wire'
import { counted } from '../../contract/words'
import * as blacklist from '../core/campaigns/blacklist'
import { nameFor } from '../core/campaigns/leads'
import { type Context, transact } from '../core/kernel/context'
import { invalidField } from '../core/kernel/errors'
import { paged } from '../core/kernel/paging'
import { nameOfKey } from '../core/workspace/api-keys'
import type { ReadDb } from '../store/sql'
import { pager } from './pages'
import { os, whenValid } from './wiring'

export function blacklistRoutes(context: Context) {
  const { db } = context
  const page = pager(context, contract.blacklist.list)
  const entryAnswer = (userId: number, number: string) =>
    blacklistEntry(db, userId, blacklist.find(db, userId, number)!)
  return os.blacklist.router({
    list: os.blacklist.list.handler(
      whenValid(({ userId }, input) => {
        const { phone_number: phoneNumber, search, source } = input
        const filter = { phoneNumber, search: readSearch(search), source }
        return page(input, blacklist.list(db, userId, filter, paged(input)), entry => blacklistEntry(db, userId, entry))
      }),
    ),
    add: os.blacklist.add.handler(
      whenValid(({ userId, keyId }, { phone_number, reason = '', expires_at }) => {
        transact(context, () =>
          blacklist.add(context, userId, {
            phoneNumber: phone_number,
            reason,
            source: 'operator',
            apiKey: nameOfKey(db, keyId),
            expiresAt: expires_at,
          }),
        )
        return { message: 'The number is on the blacklist.', data: entryAnswer(userId, phone_number) }
      }),
    ),
    addMany: os.blacklist.addMany.handler(
      whenValid(({ userId, keyId }, { phone_numbers, reason = '' }) => {
        const entry = { reason, apiKey: nameOfKey(db, keyId) }
        const data = blacklist.addMany(context, userId, phone_numbers, entry)
        return { message: addedInWords(data), data }
      }),
    ),
    remove: os.blacklist.remove.handler(
      whenValid(({ userId }, { phone_number }) => {
        blacklist.remove(context, userId, phone_number)
        return { message: 'The number is off the blacklist.' }
      }),
    ),
    removeMany: os.blacklist.removeMany.handler(
      whenValid(({ userId }, { phone_numbers: numbers, all }) => {
        if ((numbers === undefined) === (all === undefined))
          throw invalidField('phone_numbers', 'is required, unless all is given. Only one of both can be given.')
        const removed = all
          ? blacklist.removeAll(
              context,
              userId,
              { search: readSearch(all.search), source: all.source },
              all.except ?? [],
            )
          : blacklist.removeThese(context, userId, numbers!)
        return {
          message: `${counted(removed, 'number is', 'numbers are')} off the blacklist.`,
          data: { removed },
        }
      }),
    ),
    putBack: os.blacklist.putBack.handler(
      whenValid(({ userId }, { phone_number, reason = '', source = 'operator', ...was }) => {
        blacklist.putBack(context, userId, {
          phoneNumber: phone_number,
          reason,
          source,
          callId: was.call_id,
          smsId: was.sms_id,
          apiKey: was.api_key,
          createdAt: was.created_at,
          expiresAt: was.expires_at,
        })
        return { message: 'The number is on the blacklist again.', data: entryAnswer(userId, phone_number) }
      }),
    ),
  })
}

const addedInWords = ({ added, duplicates }: { added: number; duplicates: number }) =>
  `${counted(added + duplicates, 'number is', 'numbers are')} on the blacklist${
    duplicates > 0 ? `, ${duplicates} of them from before` : ''
  }.`

export const blacklistEntry = (
  db: ReadDb,
  userId: number,
  { id, phone_number, reason, source, call_id, sms_id, api_key, created_at, expires_at }: blacklist.Entry,
): BlacklistEntry => ({
  id,
  phone_number,
  name: nameFor(db, userId, phone_number, {}),
  reason,
  source,
  call_id,
  sms_id,
  api_key,
  created_at: isoTime(created_at),
  expires_at: expires_at === null ? null : isoTime(expires_at),
})
