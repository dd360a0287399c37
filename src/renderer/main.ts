import { type Client, createHttpClient } from './api/client'
import { openSession } from './api/session'
import './plain.css'

const page = document.getElementById('page')!

const element = <K extends keyof HTMLElementTagNameMap>(tag: K, text = '', attributes: Record<string, string> = {}) => {
  const made = document.createElement(tag)
  made.textContent = text
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}

const words: Record<string, string> = {
  initiated: 'Starting',
  ringing: 'Ringing',
  'in-progress': 'Talking',
  ended: 'Evaluating',
  completed: 'Completed',
  busy: 'Busy',
  'no-answer': 'No answer',
  failed: 'Failed',
  ended_by_customer: 'They hung up',
  ended_by_assistant: 'We hung up',
}
const dialingWords = { dialing: 'Dialing', paused: 'Paused', halted: 'Halted' }

async function show(client: Client) {
  const [me, dialing, calls] = await Promise.all([
    client.account.me({}),
    client.dialing.get({}),
    client.calls.list({ per_page: 20 }),
  ])
  const live = calls.data.filter(call => ['initiated', 'ringing', 'in-progress'].includes(call.status)).length
  const facts = element('dl')
  for (const [name, value] of [
    ['Dialing', dialingWords[dialing.state]],
    ['Balance', `${me.total_balance.toFixed(2)} USD`],
    ['Calls', `${calls.total} in all, ${live} now`],
  ] as const)
    facts.append(element('dt', name), element('dd', value))

  const table = element('table')
  table.append(element('caption', 'Last calls'))
  const head = table.createTHead().insertRow()
  for (const name of ['Number', 'Result', 'Length', 'Campaign', 'Began (UTC)'])
    head.append(element('th', name, { scope: 'col' }))
  const body = table.createTBody()
  for (const call of calls.data) {
    const row = body.insertRow()
    const length =
      call.duration === 0 ? '–' : `${Math.floor(call.duration / 60)}:${String(call.duration % 60).padStart(2, '0')}`
    const began = call.created_at.slice(0, 19).replace('T', ' ')
    for (const text of [
      call.client_phone_number,
      words[call.status] ?? call.status,
      length,
      call.campaign_name ?? '–',
      began,
    ])
      row.insertCell().textContent = text
  }
  const empty = element('p', 'No calls yet. They appear here as they are made.')
  page.replaceChildren(
    element('h1', 'Callwright'),
    facts,
    calls.data.length > 0 ? table : empty,
    element('a', 'API reference', { href: '/api/docs' }),
  )
}

/** Shows the page anew when something has changed, at most twice a second. */
async function follow(client: Client) {
  let waiting = false
  for await (const _ of await client.events.stream({})) {
    if (waiting) continue
    waiting = true
    setTimeout(() => {
      waiting = false
      show(client).catch(tell)
    }, 500)
  }
  throw new Error('The connection to the service was lost. Reload the page.')
}

function tell(error: unknown) {
  page.querySelector('[role=alert]')?.remove()
  page.prepend(element('p', error instanceof Error ? error.message : String(error), { role: 'alert' }))
}

const session = await openSession()
if (session === undefined)
  page.replaceChildren(
    element('h1', 'Callwright'),
    element('p', 'This page opens by the link that the service printed when it started. A new link: '),
    element('code', 'node out/main/cli.js console-link'),
  )
else {
  const client = createHttpClient(session)
  await show(client).catch(tell)
  follow(client).catch(tell)
}
