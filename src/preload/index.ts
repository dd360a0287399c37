import { contextBridge, ipcRenderer } from 'electron'
import { type Bridge, channels } from '../contract/bridge'

/** The only functions that the page gets: requests, and events. Electron and its event objects are not exposed. */
const bridge: Bridge = {
  invoke: (path, input) => ipcRenderer.invoke(channels.invoke, path, input),
  onEvent(listener) {
    const receive = (_: unknown, event: Parameters<typeof listener>[0]) => listener(event)
    ipcRenderer.on(channels.event, receive)
    return () => void ipcRenderer.off(channels.event, receive)
  },
}
contextBridge.exposeInMainWorld('callwright', bridge)
