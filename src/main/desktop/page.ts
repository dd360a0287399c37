import { readFile } from 'node:fs/promises'
import { protocol } from 'electron/main'
import { contentType, fileBelow, isMissing } from '../http/files'

const SCHEME = 'app'
export const HOME = `${SCHEME}://callwright/`
const RECORDINGS = '/api/recordings/'

/** The page loads its own files only and opens no connections: it uses the bridge. Mantine writes styles inline. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Declares a scheme of our own, because a file:// page may read every file. Must be called before the app is ready. */
export function declareScheme() {
  protocol.registerSchemesAsPrivileged([
    // Without `stream`, an <audio> element would wait for the whole recording.
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ])
}

/** Serves the built console, and the recordings, which it fetches from the service at `api`. Everything else is 404. */
export function servePage(consoleDir: string, api: string) {
  protocol.handle(SCHEME, async request => {
    const { host, pathname, search } = new URL(request.url)
    const isHere = host === new URL(HOME).host
    if (isHere && pathname.startsWith(RECORDINGS))
      return recording(request, `${api}/recordings/${pathname.slice(RECORDINGS.length)}${search}`)
    const file = isHere ? fileBelow(consoleDir, pathname === '/' ? '/index.html' : pathname) : null
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

/** Fetches a recording. The service checks the signature in its link. The range lets an <audio> element seek. */
function recording({ method, headers, signal }: Request, url: string): Promise<Response> {
  const range = headers.get('range')
  return fetch(url, { method, signal, headers: range === null ? {} : { range } })
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
