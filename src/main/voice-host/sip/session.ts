import { acknowledge, requestIn } from './dialog'
import type { Leg } from './leg'
import { type Header, header, lists, type Message } from './message'

// Session timers (RFC 4028): a call whose other side is gone is found by asking now and then.

/** The shortest time between two refreshes that we accept, s. */
const LEAST = 90

interface Terms {
  seconds: number
  refresher: 'uac' | 'uas' | null
}

const termsOf = (message: Message): Terms | null => {
  const match = /^(\d{1,9})\s*((?:;.*)?)$/s.exec(header(message, 'session-expires') ?? '')
  if (!match) return null
  const refresher = /;\s*refresher\s*=\s*(uac|uas)/i.exec(match[2]!)?.[1]?.toLowerCase() as
    | Terms['refresher']
    | undefined
  return { seconds: Math.max(LEAST, Number(match[1])), refresher: refresher ?? null }
}

/** What is agreed by an answer that we got (`uac`) or gave (`uas`): the refresher asks again at half of the time. */
export function followSession(leg: Leg, message: Message, weAre: 'uac' | 'uas') {
  const terms = termsOf(message)
  leg.timers.clear('refresh')
  if (!terms) return
  const refresher = terms.refresher ?? 'uac'
  if (refresher !== weAre) return
  const canUpdate = lists(message, 'allow', 'UPDATE')
  leg.timers.set('refresh', terms.seconds * 500, () => refresh(leg, terms.seconds, canUpdate))
}

/** The headers of our 2xx to an INVITE or UPDATE. Without a wish of the other side there is no timer. */
export function sessionAnswer(request: Message): Header[] {
  const terms = termsOf(request)
  if (!terms) return []
  const refresher = terms.refresher ?? 'uac'
  return [
    ['session-expires', `${terms.seconds};refresher=${refresher}`],
    ...(lists(request, 'supported', 'timer') ? [['require', 'timer'] as Header] : []),
  ]
}

/** Whether a request wants refreshes more often than we do; then it is answered 422 with Min-SE. */
export const isTooOften = (request: Message) => {
  const seconds = /^\d{1,9}/.exec(header(request, 'session-expires') ?? '')?.[0]
  return seconds !== undefined && Number(seconds) < LEAST
}

export const LEAST_SESSION: Header = ['min-se', String(LEAST)]

function refresh(leg: Leg, seconds: number, canUpdate: boolean) {
  const { dialog, line, shared } = leg
  if (leg.state !== 'up' || !dialog) return
  const again = (after: number, seconds_ = seconds, update = canUpdate) =>
    leg.timers.set('refresh', after, () => refresh(leg, seconds_, update))
  leg.isRefreshing = true
  requestIn(line, dialog, canUpdate ? 'UPDATE' : 'INVITE', {
    headers: [
      ['session-expires', `${seconds};refresher=uac`],
      ['supported', 'timer'],
      ...(canUpdate ? [] : [['content-type', 'application/sdp'] as Header]),
    ],
    body: canUpdate ? '' : leg.description,
    onFinal(response, sent) {
      leg.isRefreshing = false
      const { code } = response
      if (code < 300 && sent.draft.method === 'INVITE')
        acknowledge(line, shared.transactions, dialog, response.cseq.number).catch(error =>
          shared.log.warn({ err: error, legId: leg.id }, 'a refresh of a call could not be acknowledged'),
        )
      if (leg.state !== 'up') return
      if (code < 300) {
        if (response.body) leg.takeAnswer(response.body)
        if (header(response, 'session-expires')) followSession(leg, response, 'uac')
        else again(seconds * 500)
      } else if (code === 422) again(0, Math.max(seconds + 1, Number(header(response, 'min-se')) || 0))
      else if (code === 491) again(2100)
      else if ((code === 405 || code === 501) && canUpdate) again(0, seconds, false)
      else if (code === 481 || code === 408) leg.hangUp('line_error')
      else again(seconds * 500)
    },
    onFailed() {
      leg.isRefreshing = false
      leg.hangUp('line_error')
    },
  })
}
