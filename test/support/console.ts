import type { TestWorld } from './world'

/** Signs in as the console in a browser does. Returns the session and a function that asks an operation. */
export async function signedIn(world: TestWorld, link = world.service.console) {
  const { origin, searchParams } = new URL(link)
  const session = await trade(origin, searchParams.get('token'))
  const ask = async (operation: string, input: unknown = {}, init: RequestInit = {}) => {
    const response = await fetch(`${origin}/rpc/${operation}`, {
      method: 'POST',
      body: JSON.stringify({ json: input }),
      ...init,
      headers: { 'content-type': 'application/json', 'x-callwright-session': session, ...init.headers },
    })
    const text = await response.text()
    // biome-ignore lint/suspicious/noExplicitAny: tests look at what they expect to be there
    return { status: response.status, headers: response.headers, body: (text === '' ? {} : JSON.parse(text)) as any }
  }
  const isSignedIn = async () => {
    const answer = await fetch(`${origin}/session`, { headers: { 'x-callwright-session': session } })
    return ((await answer.json()) as { signed_in: boolean }).signed_in
  }
  return { origin, session, ask, isSignedIn }
}

async function trade(origin: string, token: string | null): Promise<string> {
  const answer = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { session: string }).session
}

/** A JSON text of lists in lists. */
export const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
