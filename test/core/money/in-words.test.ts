import { expect, it } from 'vitest'
import { aNumber, leaveBalance } from '../../support/api'
import { given, MINUTE, SECOND, startWorld, type TestWorld } from '../../support/world'

/** A running campaign with `talking` calls that go on and one lead more, and so much money. */
async function waiting(usd: number, { talking = 0, rate = 0.1 } = {}) {
  const world = await startWorld()
  await world.put('/user/settings', { rates: { call_minute: rate } })
  await leaveBalance(world, 10_000)
  const campaign = await given.campaign(world, { name: 'Spring', max_calls_in_parallel: 20 })
  for (let i = 0; i < talking; i++) await given.lead(world, campaign, { ending: '07' })
  if (talking === 0) await given.lead(world, campaign, { ending: '01' })
  await given.started(world, campaign)
  await world.advance(20 * SECOND)
  await given.lead(world, campaign, { ending: '24' })
  await leaveBalance(world, usd)
  return { world, campaign }
}
const reason = async (world: TestWorld, campaign: number): Promise<string> =>
  (await world.get(`/user/campaigns/${campaign}/explain`)).body.reasons.find(
    ({ code }: { code: string }) => code === 'no_balance',
  ).text

it.each([
  // Without a call nothing is held.
  [0.29, 0, 0.3, 'A call needs $0.30, and the balance is $0.29: $0.01 is missing.'],
  [0.295, 0, 0.3, 'A call needs $0.30, and the balance is $0.29: $0.01 is missing.'],
  [-0.05, 0, 0.3, 'A call needs $0.30, and the balance is −$0.05: $0.35 is missing.'],
  [0.004, 0, 0.0075, 'A call needs $0.0075, and the balance is $0.0040: $0.0035 is missing.'],
  // With calls that go on, a minute of each is held.
  [
    0.3,
    1,
    0.29,
    'A call needs $0.29. $0.01 is free, because $0.29 of the balance of $0.30 is held for running calls: $0.28 is missing.',
  ],
  [
    0.2,
    2,
    0.1,
    'A call needs $0.10. Nothing is free, because $0.20 of the balance of $0.20 is held for running calls: $0.10 is missing.',
  ],
  [
    0.15,
    2,
    0.1,
    'A call needs $0.10. Nothing is free, because running calls need $0.20 and the balance is $0.15: $0.15 is missing.',
  ],
  [
    1234.5,
    13,
    100,
    'A call needs $100.00. Nothing is free, because running calls need $1,300.00 and the balance is $1,234.50: $165.50 is missing.',
  ],
])('with a balance of %d and %i running calls a campaign says what is missing', async (usd, talking, rate, text) => {
  const { world, campaign } = await waiting(usd, { talking, rate })
  expect(await reason(world, campaign)).toBe(text)
  const { no_balance, low_balance } = (await world.get('/user/attention')).body
  expect(no_balance).toEqual({
    key: 'no_balance:0',
    missing: expect.closeTo(rate * (talking + 1) - usd, 6),
    needed: expect.closeTo(rate * (talking + 1), 6),
    balance: usd,
    text,
    campaigns: [{ id: campaign, name: 'Spring' }],
  })
  expect(low_balance === null).toBe(usd >= 5)
})

it('what is missing is enough when it is put on the account', async () => {
  const { world, campaign } = await waiting(0.2, { talking: 2 })
  const { missing } = (await world.get('/user/attention')).body.no_balance
  await world.post('/user/balance/top-up', { amount: missing })
  expect((await world.get('/user/attention')).body.no_balance).toBeNull()
  expect((await world.get(`/user/campaigns/${campaign}/explain`)).body.reasons).toEqual([])
})

it('a campaign that calls over a line of its own waits for no money', async () => {
  const world = await startWorld()
  const number = aNumber(world, { type: 'caller_id' })
  const campaign = await given.campaign(world, { phone_number_ids: [number], allowed_days: ['sunday'] })
  await given.lead(world, campaign)
  await given.started(world, campaign)
  await leaveBalance(world, -1)
  expect((await world.get('/user/attention')).body).toMatchObject({ no_balance: null, low_balance: { below: 5 } })
})

it('every refusal for want of money says what is needed and what is missing', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world)
  const campaign = await given.campaign(world, { assistant_id })
  await given.lead(world, campaign)
  await world.post('/user/payment-methods', { label: 'Card', last4: '4242' })
  const [offer] = (await world.get('/user/phone-numbers/search')).body.data
  await leaveBalance(world, 0.005)
  const message = async (path: string, body: object): Promise<string> => {
    const { status, body: answer } = await world.post(path, body)
    expect(status).toBeGreaterThanOrEqual(400)
    return answer.message ?? answer.error
  }
  expect(await message('/user/make_call', { assistant_id, phone_number: given.number('24') })).toBe(
    'A call needs $0.10, and the balance is $0.00: $0.10 is missing.',
  )
  expect(await message('/user/campaigns/update-status', { campaign_id: campaign, action: 'start' })).toBe(
    'A call needs $0.10, and the balance is $0.00: $0.10 is missing. Top up the balance first.',
  )
  expect(await message('/user/sms', { from: aNumber(world), to: given.number('24'), body: 'Hello' })).toBe(
    'The message needs $0.01, and the balance is $0.00: $0.01 is missing.',
  )
  expect(await message('/conversations', { assistant_id, type: 'widget' })).toBe(
    'A message needs $0.01, and the balance is $0.00: $0.01 is missing.',
  )
  expect(await message('/user/phone-numbers/purchase', { phone_number: offer.phone_number })).toMatch(
    /^The first month needs \$\d\.\d\d, and the balance is \$0\.00: \$\d\.\d\d is missing\.$/,
  )
})

it('a price in a text has all its decimals, so that the amounts can be checked', async () => {
  const world = await startWorld()
  await world.put('/user/settings', { rates: { call_minute: 0.125, sms: { US: 0.0075 } } })
  const assistant_id = await given.assistant(world)
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
  await world.post('/user/sms', { from: aNumber(world), to: given.number('24'), body: 'Hello' })
  await world.advance(10 * MINUTE)
  const whats = (await world.get('/user/ledger')).body.data.map(({ what }: { what: string }) => what)
  expect(whats).toEqual([
    expect.stringMatching(/^Call 1: \d+ s of talking at \$0\.125 a minute$/),
    'SMS 1: 1 segment at $0.0075',
    expect.anything(),
  ])
})
