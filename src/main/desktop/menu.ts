import { shell } from 'electron/common'
import { app, Menu, type MenuItemConstructorOptions } from 'electron/main'

/** Sets the menu of the app. The packaged app has no developer tools. */
export function setMenu(apiReference: string) {
  const isMac = process.platform === 'darwin'
  const view: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' } as const] : []),
      { label: 'File', submenu: [{ role: 'close' }, ...(isMac ? [] : [{ role: 'quit' } as const])] },
      { role: 'editMenu' },
      { label: 'View', submenu: view },
      { role: 'windowMenu' },
      {
        role: 'help',
        submenu: [{ id: 'api-reference', label: 'API reference', click: () => void shell.openExternal(apiReference) }],
      },
    ]),
  )
}
