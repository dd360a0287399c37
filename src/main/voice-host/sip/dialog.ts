import type { Ask, Exchange, Sent } from './exchange'
import { AGENT, type Line } from './line'
import { contactOf, type Draft, type Header, header, type Request, type Response } from './message'
import type { Target } from './resolve'
import { routesOf, type Transactions } from './transactions'
import { parseAddress } from './uri'
import type { Flow } from './wire'

/** The methods that we answer. */
export const ALLOW = 'INVITE, ACK, CANCEL, BYE, OPTIONS, UPDATE, INFO, NOTIFY'

/** What two sides know of each other for the requests of a call (RFC 3261, 12). */
export interface Dialog {
  readonly callId: string
  /** From and To of our requests, with their tags. */
  readonly from: string
  readonly to: string
  readonly remoteTag: string | null
  /** The last CSeq of ours; shared by all dialogs of a call. */
  readonly sequence: { last: number }
  readonly routes: readonly string[]
  /** Where the other side wants its requests; it may change it. */
  target: string
  /** The way by which its last message came. */
  flow: Flow
}

/** The dialog that an answer to our INVITE begins. */
export const dialogOfAnswer = (response: Response, sent: Sent, sequence: { last: number }): Dialog => ({
  callId: response.callId,
  from: header(sent.draft, 'from')!,
  to: header(response, 'to')!,
  remoteTag: response.to.params.get('tag') ?? null,
  sequence,
  routes: routesOf(response),
  target: contactOf(response)?.text ?? sent.draft.uri,
  flow: sent.flow,
})

/** The dialog that an INVITE of the other side begins. `tag` is ours. */
export const dialogOfRequest = (request: Request, tag: string, flow: Flow): Dialog => ({
  callId: request.callId,
  from: `${header(request, 'to')!};tag=${tag}`,
  to: header(request, 'from')!,
  remoteTag: request.from.params.get('tag') ?? null,
  sequence: { last: 0 },
  routes: routesOf(request),
  target: contactOf(request)?.text ?? request.from.text,
  flow,
})

function draftIn(
  line: Line,
  dialog: Dialog,
  flow: Flow,
  method: string,
  number: number,
  extra: readonly Header[],
  body: string,
): Draft {
  return {
    method,
    uri: dialog.target,
    headers: [
      ...dialog.routes.map((route): Header => ['route', route]),
      ['from', dialog.from],
      ['to', dialog.to],
      ['call-id', dialog.callId],
      ['cseq', `${number} ${method}`],
      ['max-forwards', '70'],
      ...(/^(INVITE|UPDATE|REFER)$/.test(method) ? [['contact', line.contact(flow)] as Header] : []),
      ['user-agent', AGENT],
      ...extra,
    ],
    body,
  }
}

/** Where the requests of a dialog go: its connection, else its first proxy or the other side itself. */
export async function waysOf(line: Line, dialog: Dialog): Promise<readonly (Target | Flow)[]> {
  const { flow, routes, target } = dialog
  if (flow.transport !== 'udp' && flow.isOpen()) return [flow]
  return line.hop(parseAddress(routes[0] ?? '')?.text ?? target, flow)
}

/** Sends a request of a dialog. */
export function requestIn(
  line: Line,
  dialog: Dialog,
  method: string,
  {
    headers = [],
    body = '',
    ...handlers
  }: Omit<Ask, 'build' | 'sequence'> & { headers?: readonly Header[]; body?: string },
): Exchange {
  return line.exchange(
    {
      ...handlers,
      sequence: dialog.sequence,
      build: (flow, number) => draftIn(line, dialog, flow, method, number, headers, body),
    },
    waysOf(line, dialog),
  )
}

/**
 * Acknowledges a 2xx of an INVITE with this CSeq. Resolves with a function that sends the same again, for when the 2xx
 * comes again.
 */
export async function acknowledge(
  line: Line,
  transactions: Transactions,
  dialog: Dialog,
  number: number,
): Promise<() => void> {
  const [way] = await waysOf(line, dialog)
  const flow = way && 'send' in way ? way : way ? await line.open(way) : dialog.flow
  return transactions.sendAck(draftIn(line, dialog, flow, 'ACK', number, [], ''), flow)
}
