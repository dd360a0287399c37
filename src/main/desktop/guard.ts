import { shell } from 'electron/common'
import { app, session, type WebContents } from 'electron/main'
import type { Log } from '../ports/system'

const isAt = (url: string, home: string) => {
  if (!URL.canParse(url)) return false
  const [there, here] = [new URL(url), new URL(home)]
  return there.protocol === here.protocol && there.host === here.host
}

/** Whether a URL is a page of the console at `home`. */
export const isOurs = (url: string, home: string) => isAt(url, home) && !new URL(url).pathname.startsWith('/api/')

const isPermitted = (permission: string) => permission === 'clipboard-sanitized-write'

/**
 * Restricts every window to the console: a page cannot navigate away, open a window, embed a webview, or get any
 * permission except writing to the clipboard. A link to the API reference opens in the browser.
 */
export function guard(home: string, apiReference: string, log: Log) {
  const openOutside = (url: string) => {
    const isReference = isAt(url, home) ? new URL(url).pathname === '/api/docs' : url === apiReference
    if (isReference) void shell.openExternal(apiReference)
    // The log gets the origin only: the path may contain anything.
    else log.warn({ origin: URL.canParse(url) ? new URL(url).origin : 'none' }, 'the window was kept from leaving')
  }
  const confine = (contents: WebContents) => {
    for (const leaving of ['will-navigate', 'will-redirect'] as const)
      contents.on(leaving as 'will-navigate', event => {
        if (isOurs(event.url, home)) return
        event.preventDefault()
        openOutside(event.url)
      })
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url)
      return { action: 'deny' }
    })
    contents.on('will-attach-webview', event => event.preventDefault())
  }
  app.on('web-contents-created', (_, contents) => confine(contents))
  session.defaultSession.setPermissionRequestHandler((_, permission, answer) => answer(isPermitted(permission)))
  session.defaultSession.setPermissionCheckHandler((_, permission) => isPermitted(permission))
  session.defaultSession.setDevicePermissionHandler(() => false)
}
