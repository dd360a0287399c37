import { app, BrowserWindow, Notification, screen } from 'electron/main'
import icon from '../../../resources/icons/icon.png?asset'
import type { Log } from '../ports/system'
import { isReachable, readWindowState, writeWindowState } from './window-state'

export interface WindowOptions {
  home: string
  preload: string
  /** The file that stores its position and size. */
  stateFile: string
  /** Whether the app is about to end; until then, closing the window hides it. */
  isLeaving(): boolean
  log: Log
}

/** Opens the only window. Closing it hides it; the service continues, and its icon stays in the tray. */
export function openWindow({ home, preload, stateFile, isLeaving, log }: WindowOptions): BrowserWindow {
  const last = readWindowState(stateFile)
  const isVisible =
    last &&
    isReachable(
      last.bounds,
      screen.getAllDisplays().map(display => display.workArea),
    )
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    ...(isVisible && last.bounds),
    minWidth: 960,
    minHeight: 600,
    show: false,
    title: 'Callwright',
    icon,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: !app.isPackaged,
    },
  })
  if (last?.maximized) window.maximize()
  const show = () => window.show()
  window.once('ready-to-show', show)

  let toldOfTray = last?.toldOfTray ?? false
  window.on('close', event => {
    if (!isLeaving()) {
      event.preventDefault()
      // Closed before its page was ready, it must not come back with it.
      window.removeListener('ready-to-show', show)
      window.hide()
      if (!toldOfTray) notifyOfTray()
      toldOfTray = true
    }
    writeWindowState(stateFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized(), toldOfTray })
  })
  window.loadURL(home).catch(error => {
    if (!isLeaving()) log.error({ err: error }, 'the page did not load')
  })
  // A page with unsaved changes prevents its unload; that must not prevent the app from quitting.
  window.webContents.on('will-prevent-unload', event => {
    if (isLeaving()) event.preventDefault()
  })
  window.webContents.on('render-process-gone', (_, { reason }) =>
    log.error({ reason }, 'the process of the page ended'),
  )
  return window
}

/** Shows the window and gives it the focus. */
export function showWindow(window: BrowserWindow) {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Notifies the operator that the service continues without the window. */
function notifyOfTray() {
  if (!Notification.isSupported()) return
  new Notification({
    title: 'Callwright goes on without its window',
    body: 'Campaigns and calls go on. Open the window again from its icon in the tray or by starting Callwright; Quit ends it.',
  }).show()
}
