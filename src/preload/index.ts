import { contextBridge, ipcRenderer } from 'electron'
import { type Bridge, channels } from '../contract/bridge'

/** All that the page gets: to ask, and to hear. It never sees Electron itself, nor an event object of Electron's. */
const bridge: Bridge = {
  invoke: (path, input) => ipcRenderer.invoke(channels.invoke, path, input),
  onEvent(listener) {
    const hear = (_: unknown, event: Parameters<typeof listener>[0]) => listener(event)
    ipcRenderer.on(channels.event, hear)
    return () => void ipcRenderer.off(channels.event, hear)
  },
}
contextBridge.exposeInMainWorld('callwright', bridge)
