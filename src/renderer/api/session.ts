const KEY = 'callwright.session'
/** So long another tab has to answer before this one says that nobody is signed in. */
const WAIT = 300

/**
 * The session of this tab. The link that the service prints carries a token that is good once; it is traded for a
 * session, which lives in sessionStorage, and leaves the address bar. A tab without one asks the others. Undefined when nobody is signed in.
 */
export async function openSession(): Promise<string | undefined> {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (token !== null) {
    url.searchParams.delete('token')
    history.replaceState(null, '', url)
    const session = await trade(token)
    if (session) sessionStorage.setItem(KEY, session)
  }
  // A link that was used already is no harm in a tab that is signed in.
  const mine = sessionStorage.getItem(KEY)
  const session = mine && (await isGood(mine)) ? mine : await fromAnotherTab()
  if (session === undefined) return undefined
  sessionStorage.setItem(KEY, session)
  new BroadcastChannel(KEY).onmessage = ({ data, target }: MessageEvent<Message>) => {
    if (data.wanted) (target as BroadcastChannel).postMessage({ session } satisfies Message)
  }
  return session
}

/** What tabs of this console say to each other. */
interface Message {
  wanted?: true
  session?: string
}

/**
 * A link that was opened in a new tab starts without a session; a tab that is signed in has one for it. When that tab was
 * busy and answers late, this one begins anew with it.
 */
async function fromAnotherTab(): Promise<string | undefined> {
  const channel = new BroadcastChannel(KEY)
  const session = await new Promise<string | undefined>(resolve => {
    let isLate = false
    channel.onmessage = async ({ data }: MessageEvent<Message>) => {
      if (!data.session) return
      resolve(data.session)
      if (!isLate || !(await isGood(data.session))) return
      sessionStorage.setItem(KEY, data.session)
      location.reload()
    }
    channel.postMessage({ wanted: true } satisfies Message)
    setTimeout(() => {
      isLate = true
      resolve(undefined)
    }, WAIT)
  })
  if (session !== undefined) channel.close()
  return session !== undefined && (await isGood(session)) ? session : undefined
}

async function trade(token: string): Promise<string | undefined> {
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  return answer.ok ? ((await answer.json()) as { session: string }).session : undefined
}

async function isGood(session: string): Promise<boolean> {
  const answer = await fetch('/session', { headers: { 'x-callwright-session': session } })
  return ((await answer.json()) as { signed_in: boolean }).signed_in
}
