import { readFileSync } from 'node:fs'
import { nativeImage } from 'electron/common'
import { app, Menu, Tray } from 'electron/main'
import coloured from '../../../resources/icons/tray.png?asset'
import template from '../../../resources/icons/trayTemplate.png?asset'
import type { Context } from '../core/kernel/context'
import * as dialing from '../core/workspace/dialing-state'

const labels = { dialing: 'Dialing', paused: 'Dialing is paused', halted: 'Dialing is halted' }

/**
 * Shows the icon in the tray, also while the window is closed. It shows the dialing state, and pauses and resumes it.
 */
export function openTray(context: Context, show: () => void): Tray {
  const isMac = process.platform === 'darwin'
  // The pictures have twice the size, for screens with a high resolution.
  const image = nativeImage.createFromBuffer(readFileSync(isMac ? template : coloured), { scaleFactor: 2 })
  if (isMac) image.setTemplateImage(true)
  const tray = new Tray(image)
  tray.on('click', show)

  const update = () => {
    const { state } = dialing.get(context.db)
    tray.setToolTip(`Callwright: ${labels[state]}`)
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: labels[state], enabled: false },
        { type: 'separator' },
        { label: 'Show the window', click: show },
        state === 'dialing'
          ? { label: 'Pause dialing', click: () => void dialing.set(context, 'paused', null) }
          : { label: 'Resume dialing', click: () => void dialing.set(context, 'dialing', null) },
        { type: 'separator' },
        { label: 'Quit', click: () => app.quit() },
      ]),
    )
  }
  update()
  context.bus.on(event => {
    if (event.type === 'dialing.changed') update()
  })
  return tray
}
