import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron/main'
import { channels } from '../../contract/bridge'
import type { Log } from '../ports/system'
import { createInvoke } from '../router/invoke'
import type { Service } from '../service'
import { isOurs } from './guard'

const isPath = (path: unknown): path is string[] => Array.isArray(path) && path.every(part => typeof part === 'string')

/** Opens the two IPC channels of the window: one for the page's requests, one for events to the page. */
export function openIpcDoor(
  { router, context }: Service,
  userId: () => number,
  window: BrowserWindow,
  home: string,
  log: Log,
) {
  const invoke = createInvoke(router, (error, operation) => log.error({ err: error, operation }, 'request failed'))
  const mayAsk = ({ sender, senderFrame: frame }: IpcMainInvokeEvent) =>
    sender === window.webContents && frame !== null && frame.parent === null && isOurs(frame.url, home)

  ipcMain.handle(channels.invoke, (event, path: unknown, input: unknown) => {
    if (!mayAsk(event)) {
      log.warn({}, 'a page that is not ours was refused')
      throw new Error('Only the window of Callwright may ask.')
    }
    if (!isPath(path)) throw new Error('An operation is named by a list of words.')
    return invoke(path, input, { userId: userId() })
  })
  context.bus.on((event, to) => {
    if (to === userId() && !window.isDestroyed()) window.webContents.send(channels.event, event)
  })
}
