const KEY = 'callwright.session'

/**
 * The session of this tab. The link that the service prints carries a token that is good once; it is traded for a
 * session, which lives in sessionStorage, and leaves the address bar. Undefined when nobody is signed in.
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
  const session = sessionStorage.getItem(KEY) ?? undefined
  return session && (await isGood(session)) ? session : undefined
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
