import { createSimulatedMessaging } from '../../src/main/carriers/simulated/messaging'
import { createSimulatedNumbers } from '../../src/main/carriers/simulated/number-provider'
import type { MessagingProvider } from '../../src/main/ports/messaging-provider'
import type { NumberProvider } from '../../src/main/ports/number-provider'
import { all, sql } from '../../src/main/store/sql'
import { TestClock } from './clock'
import type { Answer, TestWorld } from './world'

/** Adds a payment method, buys a number and returns it. */
export async function bought(world: TestWorld, { country = 'US', sms = true, contains = '' } = {}) {
  await world.post('/user/payment-methods', { label: 'Card', last4: '4242' })
  const query = new URLSearchParams({ country_code: country, ...(contains && { contains }) })
  const { body } = await world.get(`/user/phone-numbers/search?${query}`)
  const offer = body.data.find((one: { sms_capable: boolean }) => one.sms_capable === sms)
  const answer: Answer = await world.post('/user/phone-numbers/purchase', { phone_number: offer.phone_number })
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return { id: answer.body.data.id as number, number: offer.phone_number as string, price: offer.price as number }
}

/** The account record of a number, or undefined. */
export const numberOf = async (world: TestWorld, id: number) =>
  (await world.get('/user/phone-numbers/all')).body.data.find((one: { id: number }) => one.id === id)

export const rentalsOf = (world: TestWorld, id: number) =>
  all<{ month: number; starts_at: number; ends_at: number; amount: number }>(
    world.db,
    sql`SELECT month, starts_at, ends_at, amount FROM rentals WHERE phone_number_id = ${id} ORDER BY month`,
  )

/** The simulated number provider with some functions replaced. */
export const aNumberProvider = (over: Partial<NumberProvider>): NumberProvider => ({
  ...createSimulatedNumbers({ isTaken: () => false }),
  ...over,
})

/** The simulated messaging provider with some functions replaced. */
export const aMessagingProvider = (over: Partial<MessagingProvider>): MessagingProvider => ({
  ...createSimulatedMessaging({ clock: new TestClock(0) }),
  ...over,
})
