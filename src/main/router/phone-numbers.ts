import type {
  PhoneNumber as NumberAnswer,
  SipTrunk as SipTrunkAnswer,
  SipTrunkSettings,
} from '../../contract/phone-numbers'
import type { Input } from '../../contract/validation'
import { isoTime } from '../../contract/wire'
import { answerOn } from '../core/assistants/answering'
import { placeTestCall } from '../core/calls/test-call'
import { type Context, type Outside, transact } from '../core/kernel/context'
import { toUsd } from '../core/money/amounts'
import * as numbers from '../core/numbers/numbers'
import { type PhoneNumber, typeLabels } from '../core/numbers/numbers'
import * as sipTrunks from '../core/numbers/sip-trunks'
import * as market from '../core/provisioning/market'
import * as subscriptions from '../core/provisioning/subscriptions'
import { type Uses, usesOf } from '../core/provisioning/uses'
import type { ReadDb } from '../store/sql'
import { os, whenValid, whenValidLater, withErrors } from './wiring'

export function phoneNumbersRoutes(context: Context, outside: Outside) {
  const { db } = context
  /** Presents numbers of a user, with what works with them. */
  const shown = (userId: number) => {
    const uses = usesOf(db, userId)
    return (number: PhoneNumber) => phoneNumber(number, uses(number.id))
  }
  const sipTrunk = ({ hasPassword, createdAt, updatedAt, ...trunk }: sipTrunks.SipTrunk): SipTrunkAnswer => ({
    ...trunk,
    has_password: hasPassword,
    // A trunk is one record here, for both directions.
    inbound_trunk_id: String(trunk.id),
    outbound_trunk_id: String(trunk.id),
    state: trunkState(outside.trunks.state(trunk.id)),
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
  })
  return os.phoneNumbers.router({
    search: os.phoneNumbers.search.handler(
      whenValidLater(async ({ userId }, { country_code: country, contains }) => ({
        data: (await market.search(context, outside, userId, { country, contains })).map(offer => ({
          phone_number: offer.phoneNumber,
          phone_number_formatted: market.formatted(offer.phoneNumber),
          country_code: offer.countryCode,
          price: toUsd(offer.price),
          stripe_price_id: offer.priceId,
          address_requirements: offer.addressRequirements,
          sms_capable: offer.smsCapable,
          region: offer.region,
        })),
      })),
    ),
    purchase: os.phoneNumbers.purchase.handler(
      whenValidLater(async ({ userId }, { phone_number }) => {
        const number = await market.purchase(context, outside, userId, phone_number)
        const { id, country_code, type } = number
        return {
          message: 'The number was bought. It is rented by the month until it is released.',
          data: { id, phone_number: number.phone_number, country_code, type, sms_capable: number.sms_capable === 1 },
        }
      }),
    ),
    listAll: os.phoneNumbers.listAll.handler(
      whenValid(({ userId }) => ({ data: numbers.listNumbers(db, userId).map(shown(userId)) })),
    ),
    list: os.phoneNumbers.list.handler(
      whenValid(({ userId }) => ({
        data: numbers.listNumbers(db, userId).filter(numbers.canSendSms).map(shown(userId)),
      })),
    ),
    update: os.phoneNumbers.update.handler(
      whenValid(({ userId }, { id, nickname, assistant_id }) => {
        const change = () => {
          if (assistant_id !== undefined) answerOn(context, userId, id, assistant_id)
          return numbers.setNickname(context, userId, id, nickname)
        }
        const changed = transact(context, change)
        return { message: 'The number was changed.', data: shown(userId)(changed) }
      }),
    ),
    release: os.phoneNumbers.release.handler(
      whenValid(({ userId }, { id }) => {
        const releaseAt = subscriptions.cancel(context, userId, id)
        if (releaseAt === null) return { message: 'The number was released.' }
        return { message: `The number is released on ${isoTime(releaseAt).slice(0, 10)}, when its paid month ends.` }
      }),
    ),
    keep: os.phoneNumbers.keep.handler(
      whenValid(({ userId }, { id }) => {
        const kept = subscriptions.keep(context, userId, id)
        return { message: 'The number stays.', data: shown(userId)(kept) }
      }),
    ),
    listSipTrunks: os.phoneNumbers.listSipTrunks.handler(
      whenValid(({ userId }) => ({ data: sipTrunks.list(db, userId).map(sipTrunk) })),
    ),
    createSipTrunk: os.phoneNumbers.createSipTrunk.handler(
      withErrors(({ userId }, input) => ({
        message: 'The SIP trunk was added.',
        data: sipTrunk(sipTrunks.create(context, userId, input as Input<SipTrunkSettings>)),
      })),
    ),
    getSipTrunk: os.phoneNumbers.getSipTrunk.handler(
      whenValid(({ userId }, { id }) => ({ data: sipTrunk(sipTrunks.get(db, userId, id)) })),
    ),
    updateSipTrunk: os.phoneNumbers.updateSipTrunk.handler(
      withErrors(({ userId }, { values: { id, ...values }, errors }) => ({
        message: 'The SIP trunk was changed.',
        data: sipTrunk(sipTrunks.update(context, userId, id!, { values: values as Partial<SipTrunkSettings>, errors })),
      })),
    ),
    testSipTrunk: os.phoneNumbers.testSipTrunk.handler(
      whenValidLater(({ userId }, { id, to, test_id }) =>
        placeTestCall(context, outside, userId, { trunkId: id, to, testId: test_id }),
      ),
    ),
    endSipTrunkTest: os.phoneNumbers.endSipTrunkTest.handler(
      whenValid(({ userId }, { id }) => {
        sipTrunks.get(db, userId, id)
        outside.trunks.cancelTests(id)
        return { message: 'The test call was hung up.' }
      }),
    ),
  })
}

const trunkState = ({
  status,
  since,
  reason,
  localAddress,
}: ReturnType<Outside['trunks']['state']>): SipTrunkAnswer['state'] => ({
  status,
  since: isoTime(since),
  reason,
  local_address: localAddress,
})

function phoneNumber(number: PhoneNumber, { answeredBy, shownBy, campaigns }: Uses): NumberAnswer {
  const releasedAt = subscriptions.releasedAt(number)
  const nextChargeAt = subscriptions.nextChargeAt(number)
  return {
    id: number.id,
    phone_number: number.phone_number,
    country_code: number.country_code,
    type: number.type,
    type_label: numbers.typeLabels[number.type],
    sms_capable: number.sms_capable === 1,
    region: number.region,
    has_active_subscription: numbers.isSubscribed(number),
    created_at: isoTime(number.created_at),
    nickname: number.nickname,
    status: number.status,
    price: number.price === null ? null : toUsd(number.price),
    paid_until: number.paid_until === null ? null : isoTime(number.paid_until),
    released_at: releasedAt === null ? null : isoTime(releasedAt),
    next_charge_at: nextChargeAt === null ? null : isoTime(nextChargeAt),
    answered_by: answeredBy,
    shown_by: shownBy,
    campaigns,
  }
}

/** A number of the user's, as the catalogue shows it. */
export const ownNumber = (db: ReadDb, number: PhoneNumber) => ({
  id: number.id,
  phone_number: number.phone_number,
  country_code: number.country_code,
  type_label: typeLabels[number.type],
  is_available: numbers.isAvailable(db, number),
})
