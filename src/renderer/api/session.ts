const KEY = 'callwright.session'
/** How long another tab has to answer before this one says that nobody is signed in, in milliseconds. */
const WAIT_MS = 300

/** The token of the link, until the service has answered. */
let token: string | null = null

/**
 * The session of this tab. The link that the service prints has a token that can be used once. It is exchanged for a
 * session, which is kept in sessionStorage, and is removed from the address bar. A tab without a session asks the other
 * tabs. Undefined when nobody is signed in.
 */
export async function openSession(): Promise<string | undefined> {
  const url = new URL(location.href)
  token ??= url.searchParams.get('token')
  if (token !== null) {
    url.searchParams.delete('token')
    history.replaceState(history.state, '', url)
    const session = await exchange(token)
    token = null
    if (session) sessionStorage.setItem(KEY, session)
  }
  // If the link was used before, a tab that is signed in stays signed in. Whether its session is still valid shows with the first answer: the stream of events says when it is not.
  const session = sessionStorage.getItem(KEY) ?? (await fromAnotherTab())
  if (session === undefined) return undefined
  sessionStorage.setItem(KEY, session)
  new BroadcastChannel(KEY).onmessage = ({ data, target }: MessageEvent<Message>) => {
    if (data.ended) return leave()
    if (data.wanted) (target as BroadcastChannel).postMessage({ session } satisfies Message)
  }
  return session
}

/** Ends the session, in all tabs. */
export async function signOut() {
  const session = sessionStorage.getItem(KEY)
  if (session !== null) await fetch('/session', { method: 'DELETE', headers: { 'x-callwright-session': session } })
  new BroadcastChannel(KEY).postMessage({ ended: true } satisfies Message)
  leave()
}

/** Forgets the session, and loads the page again, which then asks for a link. */
export function leave() {
  sessionStorage.removeItem(KEY)
  location.reload()
}

/** A message between tabs of this console. */
interface Message {
  wanted?: true
  ended?: true
  session?: string
}

/**
 * A new tab begins without a session. Another tab that is signed in shares its own; when that tab is busy and answers
 * late, this one loads again with the session.
 */
async function fromAnotherTab(): Promise<string | undefined> {
  const channel = new BroadcastChannel(KEY)
  const session = await new Promise<string | undefined>(resolve => {
    let isLate = false
    channel.onmessage = async ({ data }: MessageEvent<Message>) => {
      if (!data.session) return
      resolve(data.session)
      if (!isLate || !(await isValid(data.session))) return
      sessionStorage.setItem(KEY, data.session)
      location.reload()
    }
    channel.postMessage({ wanted: true } satisfies Message)
    setTimeout(() => {
      isLate = true
      resolve(undefined)
    }, WAIT_MS)
  })
  if (session !== undefined) channel.close()
  return session !== undefined && (await isValid(session)) ? session : undefined
}

async function exchange(token: string): Promise<string | undefined> {
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  return answer.ok ? ((await answer.json()) as { session: string }).session : undefined
}

async function isValid(session: string): Promise<boolean> {
  const answer = await fetch('/session', { headers: { 'x-callwright-session': session } })
  return ((await answer.json()) as { signed_in: boolean }).signed_in
}
