import type { Page } from 'playwright-core'
import { aNumber } from './api'
import { open } from './browser'
import { aBase, untilRead, upload } from './documents'
import { bought } from './numbers'
import { startReceiver } from './receiver'
import { given, MINUTE, SECOND, type TestWorld } from './world'

/** Of a test with many loads, ms. A busy machine needs several times as long as an idle one, and pictures take longer. */
export const TIME_LIMIT = process.env.SHOTS ? 1_200_000 : 120_000

const zone = 'America/Argentina/Buenos_Aires'
const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const longTool = {
  name: 'find_the_next_free_appointment_of_a_hygienist_in_any_practice',
  description:
    'Finds the next free appointments, once it is known with whom, in which practice, and from which day on. '
      .repeat(2)
      .trim(),
  endpoint: `https://appointments.example.com/practices/{practice}/hygienists/{hygienist}/free?${'from=today&'.repeat(12)}`,
  method: 'POST',
  headers: [{ name: 'X-Practice-Management-Key', value: 'very-secret' }],
  schema: ['practice', 'hygienist', 'from_which_day_on'].map(name => ({
    name,
    type: 'string',
    description: 'As the person has said it, without what it was meant for',
  })),
}

/** A desk on a busy day, with long names and large amounts. */
export async function busyDesk() {
  const receiver = await startReceiver(() => ({ status: 410 }))
  const opened = await open()
  const { world, advance } = opened
  await world.put('/user/settings', { timezone: 'America/Argentina/Buenos_Aires' })
  await world.post('/user/balance/top-up', { amount: 9000 })
  const assistant_id = await given.assistant(world, {
    name: 'Nora, who calls everybody back for the practice',
    record: true,
    variables: { name: '', appointment_before_last: '' },
    post_call_evaluation: true,
    is_webhook_active: true,
    webhook_url: receiver.url,
    send_webhook_only_on_completed: false,
  })
  const people = ['Marguerite Delacroix-Whitfield', 'Tom Hargreaves', '', 'Aisha Begum', 'Ruth Abiola', 'Colin Mercer']
  const campaign = async (name: string, endings: string[], over: object = {}) => {
    const id = await given.campaign(world, { name, assistant_id, allowed_days: everyDay, timezone: zone, ...over })
    for (const [i, ending] of endings.entries())
      await given.lead(world, id, { ending, variables: { name: people[i % people.length]! } })
    return id
  }
  const running = await campaign(
    'Hygiene recall, autumn and winter, for all who were not here this year',
    ['24', '01', '04', '02', '05', '24', '21', '33'],
    { max_calls_in_parallel: 4, max_retries: 3, retry_interval: 60, goal_completion_variable: 'status' },
  )
  const waiting = await campaign('Membership renewals', ['24', '01', '24'], {
    allowed_days: ['thursday'],
    allowed_hours_start_time: '09:30',
    allowed_hours_end_time: '17:45',
  })
  const stopped = await campaign('No-show rebooking', Array(22).fill('14'), { max_calls_in_parallel: 20 })
  const draft = await campaign('Implant open evening', [])
  const { body } = await world.post('/user/make_call', {
    assistant_id,
    phone_number: given.number('24'),
    variables: { name: people[0] },
  })
  const knowledge = await aBase(world, 'Everything that callers of the practice ask about, and what we answer')
  const pages = Array.from(
    { length: 30 },
    (_, i) => `# Part ${i}\n\n${'A hygiene appointment takes an hour. '.repeat(12)}`,
  )
  const document = (await upload(world, knowledge, 'md', pages.join('\n\n'), 'Appointments'.repeat(8))).body.data.id
  const tool = (await world.post('/user/tools', longTool)).body.data.id
  await world.put(`/user/assistant/${assistant_id}`, { knowledgebase_id: knowledge, tool_ids: [tool] })
  for (const id of [running, waiting, stopped]) await given.started(world, id)
  await advance(12 * MINUTE)
  // As if two of them had asked for a callback.
  world.db.prepare('UPDATE calls SET callback_at = created_at + 3600000 WHERE id IN (1, 2)').run()
  for (const ending of ['07', '07', '24', '15', '07'])
    await given.lead(world, running, { ending, variables: { name: people[Number(ending) % people.length]! } })
  await advance(25 * SECOND)
  const { id: number } = await bought(world, { country: 'GB', sms: false })
  await world.put(`/user/phone-numbers/${number}`, { nickname: 'Front desk of the practice in the old town, mornings' })
  const { body: added } = await world.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: '+12015550190',
    nickname: 'The line of the old telephone system, second floor',
    sip_address: 'sip.a-provider-with-a-long-name.example.com:5060',
    sip_username: 'desk-of-the-practice',
    sip_password: 'a-long-password',
  })
  const { client_phone_number: person } = (await world.get(`/user/calls/${body.call_id}`)).body
  const about = `/user/people/${encodeURIComponent(person)}`
  await world.post(`${about}/notes`, { text: 'Prefers mornings, has a small child. '.repeat(12) })
  await world.post('/user/promised-callbacks', { phone_number: person, at: '2026-01-08T10:00:00Z' })
  for (const phone_number of ['+442079460111', given.number('24')])
    await world.post('/user/blacklist', {
      phone_number,
      reason: 'Has asked by e-mail and by letter not to be called again',
    })
  await untilRead(world, knowledge, document)
  return {
    ...opened,
    knowledge,
    document,
    tool,
    running,
    waiting,
    stopped,
    draft,
    call: body.call_id as number,
    assistant_id,
    number,
    trunk: added.data.id as number,
    person: `/people/${encodeURIComponent(person)}`,
  }
}
/** Two people who have written, on a website and by SMS, at length and without a space. */
export async function writtenTo(world: TestWorld, assistant_id: number) {
  const phone_number_id = aNumber(world, { number: '+12125550190' })
  await world.put(`/user/phone-numbers/${phone_number_id}`, { nickname: 'The line of the front desk' })
  aNumber(world, { number: '+12125550191' })
  await world.put(`/user/assistant/${assistant_id}`, { phone_number_id })
  const { uuid } = (await world.get(`/user/assistant/${assistant_id}`)).body
  const variables = { name: 'Marguerite Delacroix-Whitfield', appointment_before_last: 'a'.repeat(120) }
  const begun = await world.post('/conversations', { assistant_id: uuid, type: 'widget', variables })
  const chat: string = begun.body.conversation_id
  for (const message of ['Can I move my appointment? '.repeat(12), `https://example.com/${'x'.repeat(160)}`])
    await world.post(`/conversations/${chat}/messages`, { message })
  await world.post(`/automate/conversations/${chat}/disable-ai`)
  const writer = given.number('24')
  const write = (body: string) => world.post('/user/simulator/inbound-sms', { from: writer, to: '+12125550190', body })
  await write('Hello? '.repeat(30))
  await write('y'.repeat(200))
  await world.post('/user/sms', { from: phone_number_id, to: given.number('03'), body: 'Your table is ready.' })
  return { chat, writer }
}
/** Goes to a place of the console, and waits until its data is there. */
export async function visit(page: Page, place: string) {
  await page.evaluate(hash => {
    location.hash = hash
  }, `#${place}`)
  await isLoaded(page)
}
const isLoaded = (page: Page) =>
  page.waitForFunction(() => {
    const seen = (what: string) => [...document.querySelectorAll(what)].some(one => one.checkVisibility())
    return seen('#main h1') && !seen('#main [aria-busy="true"]')
  })
