import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { protocol } from 'electron/main'
import { fileBelow } from '../http/files'

const SCHEME = 'app'
export const HOME = `${SCHEME}://callwright/`

/** Nothing from outside, and no connection at all: the page asks by its bridge. Mantine writes styles inline. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

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
    const file = host === new URL(HOME).host && fileBelow(consoleDir, pathname === '/' ? '/index.html' : pathname)
    const body = file && (await readFile(file).catch(() => null))
    if (!body) return new Response('Not found.', { status: 404 })
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      },
    })
  })
}
