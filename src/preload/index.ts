import { contextBridge, ipcRenderer } from 'electron'

/** All that the page gets: to ask, and to hear. It never sees Electron itself, nor an event object of Electron's. */
contextBridge.exposeInMainWorld('callwright', {
  invoke: (path: readonly string[], input: unknown) => ipcRenderer.invoke('callwright:invoke', path, input),
  onEvent(listener: (event: unknown) => void) {
    const hear = (_: unknown, event: unknown) => listener(event)
    ipcRenderer.on('callwright:event', hear)
    return () => void ipcRenderer.off('callwright:event', hear)
  },
})
