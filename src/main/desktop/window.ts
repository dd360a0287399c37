import { app, BrowserWindow, Notification, screen } from 'electron/main'
import icon from '../../../resources/icons/icon.png?asset'
import type { Log } from '../ports/system'
import { isReachable, readWindowState, writeWindowState } from './window-state'

export interface WindowOptions {
  home: string
  preload: string
  /** Where place and size are remembered. */
  stateFile: string
  /** Whether the app is about to end; until then, closing the window hides it. */
  isLeaving(): boolean
  log: Log
}

/** The one window. Closing it leaves the service at work, with its icon in the tray. */
export function openWindow({ home, preload, stateFile, isLeaving, log }: WindowOptions): BrowserWindow {
  const last = readWindowState(stateFile)
  const isInSight =
    last &&
    isReachable(
      last.bounds,
      screen.getAllDisplays().map(display => display.workArea),
    )
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    ...(isInSight && last.bounds),
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
  window.once('ready-to-show', () => window.show())

  let toldOfTray = last?.toldOfTray ?? false
  window.on('close', event => {
    if (!isLeaving()) {
      event.preventDefault()
      window.hide()
      if (!toldOfTray) tellOfTray()
      toldOfTray = true
    }
    writeWindowState(stateFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized(), toldOfTray })
  })
  window.loadURL(home).catch(error => {
    if (!isLeaving()) log.error({ err: error }, 'the page did not load')
  })
  // The page asks to stay while it holds what is not saved; that must not keep the app from ending.
  window.webContents.on('will-prevent-unload', event => {
    if (isLeaving()) event.preventDefault()
  })
  window.webContents.on('render-process-gone', (_, { reason }) => log.error({ reason }, 'the page is gone'))
  return window
}

export function showWindow(window: BrowserWindow) {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function tellOfTray() {
  if (!Notification.isSupported()) return
  new Notification({
    title: 'Callwright goes on without its window',
    body: 'Campaigns and calls go on. Open the window again from its icon in the tray or by starting Callwright; Quit ends it.',
  }).show()
}
