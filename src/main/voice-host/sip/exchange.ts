import { randomBytes } from 'node:crypto'
import { type Challenge, chooseChallenge, credentials } from './digest'
import { type Draft, type Header, type Response, values } from './message'
import type { Target } from './resolve'
import type { ClientTransaction, Transactions } from './transactions'
import { type Flow, FlowError, type Wire } from './wire'

/** The last request that was answered, and the way that it went. */
export interface Sent {
  flow: Flow
  draft: Draft
  /** Whether it had our credentials. */
  wasSigned: boolean
}

export interface Ask {
  /** The request for a way; it has everything but Via and credentials. Called again for each try. */
  build(flow: Flow, number: number): Draft
  /** The last number of CSeq that was used; it is counted on. */
  sequence: { last: number }
  /** Every answer, those that lead to another try too. */
  onAnswer?(response: Response, sent: Sent): void
  onProvisional?(response: Response, sent: Sent): void
  /** The final answer. Of an INVITE each further 2xx too. */
  onFinal(response: Response, sent: Sent): void
  /** Nothing was answered; `why` in words for the operator. */
  onFailed(why: string): void
}

interface Means {
  wire: Wire
  transactions: Transactions
  trunkId: number
  login: { username: string; password: string } | null
  t1: number
}

/** The most tries with credentials: one for a proxy, one for the far end, one for a nonce that was too old. */
const MOST_LOGINS = 4

/**
 * One request until its final answer: it is sent to the addresses in turn until one answers other than 503 (RFC 3263,
 * 4.3), and again with credentials when they are asked for.
 */
export class Exchange {
  private current: ClientTransaction | null = null
  private state: 'open' | 'cancelled' | 'done' = 'open'
  private readonly signed = new Map<string, string>()
  private readonly refused = new Set<string>()
  private logins = 0

  constructor(
    private readonly means: Means,
    private readonly ask: Ask,
    /** Given as a promise, since a name must be looked up first. */
    ways: Promise<readonly (Target | Flow)[]>,
  ) {
    ways.then(
      found => (found.length === 0 ? this.fail('The name cannot be found.') : this.next(found)),
      error => this.fail((error as Error).message),
    )
  }

  /** Whether anything was answered to what was sent last. */
  get wasHeard() {
    return this.current?.wasHeard ?? false
  }

  /** Takes an INVITE back. Its end is still reported. */
  cancel() {
    if (this.state !== 'open') return
    this.state = 'cancelled'
    this.current?.cancel()
  }

  private next(ways: readonly (Target | Flow)[], why?: string) {
    this.tryNext(ways, why).catch(error => this.fail(`The network failed: ${(error as Error).message}.`))
  }

  private async tryNext([way, ...more]: readonly (Target | Flow)[], why = 'No answer.'): Promise<void> {
    if (!way) return this.fail(why)
    if (this.state === 'cancelled') return this.fail('cancelled')
    try {
      const flow = 'send' in way ? way : await this.means.wire.flowTo(way, this.means.trunkId)
      // It may have been cancelled while the connection was made.
      if ((this.state as string) === 'cancelled') return this.fail('cancelled')
      this.send(flow, more)
    } catch (error) {
      if (!(error instanceof FlowError)) throw error
      return this.tryNext(more, error.message)
    }
  }

  private send(flow: Flow, more: readonly (Target | Flow)[]) {
    const { ask, means } = this
    const number = ++ask.sequence.last
    const plain = ask.build(flow, number)
    const draft = {
      ...plain,
      headers: [...plain.headers, ...this.signed].map((header): Header => [header[0], header[1]]),
    }
    const sent: Sent = { flow, draft, wasSigned: this.signed.size > 0 }
    this.current = means.transactions.request(
      draft,
      flow,
      {
        onProvisional: response => {
          ask.onAnswer?.(response, sent)
          ask.onProvisional?.(response, sent)
        },
        onFinal: response => {
          ask.onAnswer?.(response, sent)
          if (this.state === 'done') return ask.onFinal(response, sent)
          if ((response.code === 401 || response.code === 407) && this.state === 'open' && this.sign(response, plain))
            return this.send(flow, more)
          if (response.code === 503 && more.length > 0 && this.state === 'open') return this.next(more)
          this.state = 'done'
          ask.onFinal(response, sent)
        },
        onFailed: why => this.next(more, why),
      },
      // An address that says nothing must not use up the patience for the next one.
      more.length > 0 ? 8 * means.t1 : undefined,
    )
  }

  private fail(why: string) {
    if (this.state === 'done') return
    this.state = 'done'
    this.ask.onFailed(why)
  }

  /** Adds credentials for a challenge. Returns false when there are none, or when they were refused. */
  private sign(response: Response, request: Draft): boolean {
    const [asks, answers] =
      response.code === 401 ? ['www-authenticate', 'authorization'] : ['proxy-authenticate', 'proxy-authorization']
    // A line may hold several parts with commas; each begins with its scheme.
    const challenge = chooseChallenge(challengesOf(response, asks!))
    const { login } = this.means
    if (!challenge || !login || ++this.logins > MOST_LOGINS) return false
    const place = `${answers} ${challenge.realm}`
    if (this.refused.has(place) && !challenge.isStale) return false
    this.refused.add(place)
    this.signed.set(answers!, this.credentials(challenge, request, login))
    return true
  }

  private credentials(challenge: Challenge, request: Draft, login: { username: string; password: string }) {
    return credentials(challenge, request, login, 1, randomBytes(8).toString('hex'))
  }
}

/** The challenges of an answer, one each, also when several share a line. */
function challengesOf(response: Response, name: string): string[] {
  const found: string[] = []
  for (const part of values(response, name)) {
    if (/^[A-Za-z]+\s+\S/.test(part) || found.length === 0) found.push(part)
    else found[found.length - 1] += `, ${part}`
  }
  return found
}
