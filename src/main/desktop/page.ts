import { readFile } from 'node:fs/promises'
import { protocol } from 'electron/main'
import { contentType, fileBelow, isMissing } from '../http/files'

const SCHEME = 'app'
export const HOME = `${SCHEME}://callwright/`

/** Nothing from outside, and no connection at all: the page asks by its bridge. Mantine writes styles inline. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A scheme of our own, because every file:// page may read every file. To be called before the app is ready. */
export function declareScheme() {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves the built console, and nothing else. */
export function servePage(consoleDir: string) {
  protocol.handle(SCHEME, async request => {
    const { host, pathname } = new URL(request.url)
    const file = host === new URL(HOME).host ? fileBelow(consoleDir, pathname === '/' ? '/index.html' : pathname) : null
    const body = file ? await readIfThere(file) : null
    if (!file || !body) return new Response('Not found.', { status: 404 })
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': contentType(file),
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      },
    })
  })
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
