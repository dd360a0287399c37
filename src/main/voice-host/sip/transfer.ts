import { requestIn } from './dialog'
import type { Leg } from './leg'
import { header } from './message'
import { targetUri } from './numbers'
import type { ServerTransaction } from './transactions'

/** How long news of a transfer are waited for, ms: longer than a phone rings. */
const NEWS_WITHIN = 120_000

/**
 * Asks the other side to call somebody else instead of us (REFER, RFC 3515). The call ends when it says that this worked;
 * otherwise it goes on, and why it did not work is reported in words.
 */
export function transfer(leg: Leg, to: string) {
  const { dialog, line } = leg
  const fail = (why: string) => {
    if (leg.state === 'ended') return
    leg.isTransferred = false
    leg.timers.clear('transfer')
    leg.shared.report({ type: 'transfer_failed', legId: leg.id, why })
  }
  if (leg.state !== 'up' || !dialog) return fail('the call is not connected')
  if (leg.isTransferred) return fail('another transfer of this call is under way')
  if (leg.takesRefer === false) return fail('the other side does not take transfers')
  leg.isTransferred = true
  requestIn(line, dialog, 'REFER', {
    headers: [
      ['refer-to', `<${targetUri(to, line.trunk, line.host)}>`],
      ['referred-by', `<sip:${line.trunk.number}@${line.domain}>`],
    ],
    onFinal({ code, phrase }) {
      if (leg.state !== 'up' || !leg.isTransferred) return
      if (code < 300)
        leg.timers.set('transfer', NEWS_WITHIN, () => fail('the other side says nothing of what came of it'))
      else if (code === 405 || code === 501 || code === 603)
        fail(`the other side does not take transfers (${code} ${phrase})`)
      else fail(`the other side refused the transfer (${code} ${phrase})`)
    },
    onFailed: fail,
  })
  leg.onNews = transaction => {
    const { request } = transaction
    if (!leg.isTransferred || !/^refer\b/i.test(header(request, 'event') ?? ''))
      return transaction.respond(481, 'Subscription Does Not Exist')
    transaction.respond(200, 'OK')
    const [, code, phrase = ''] = /^SIP\/2\.0 ([1-6]\d\d) ?([^\r\n]*)/.exec(request.body.trim()) ?? []
    const isOver = /^terminated/i.test(header(request, 'subscription-state') ?? '')
    if (code && Number(code) >= 300) return fail(`the call to ${to} failed (${code} ${phrase})`)
    if (code && Number(code) >= 200) return leg.hangUp('transferred')
    if (isOver) fail('the other side does not say what came of it')
  }
}

/** Answers what the other side says of a transfer. */
export function onNotify(leg: Leg, transaction: ServerTransaction) {
  if (leg.onNews) leg.onNews(transaction)
  else transaction.respond(481, 'Subscription Does Not Exist')
}
