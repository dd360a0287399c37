const KEY = 'callwright.session'

/**
 * The session of this tab. The link that the service prints carries a token that is good once; it is traded for a
 * session, which lives in sessionStorage, and leaves the address bar. Undefined when nobody is signed in.
 */
export async function openSession(): Promise<string | undefined> {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (token === null) return sessionStorage.getItem(KEY) ?? undefined
  url.searchParams.delete('token')
  history.replaceState(null, '', url)
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  // A link that was used already is no harm in a tab that is signed in: a reload of the page brings it back.
  if (!answer.ok) return sessionStorage.getItem(KEY) ?? undefined
  const { session } = (await answer.json()) as { session: string }
  sessionStorage.setItem(KEY, session)
  return session
}
