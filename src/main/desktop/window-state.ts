import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod'

const WindowState = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().min(200), height: z.int().min(200) }),
  maximized: z.boolean(),
  /** Whether the notification was shown that closing the window does not stop the service. */
  toldOfTray: z.boolean(),
})
export type WindowState = z.output<typeof WindowState>
export type Bounds = WindowState['bounds']

/** The stored state. Undefined on the first start, and when the file cannot be read as one. */
export function readWindowState(file: string): WindowState | undefined {
  try {
    return WindowState.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Stores the state. The file is replaced in one step, so that a crash leaves a whole one. */
export function writeWindowState(file: string, state: WindowState) {
  writeFileSync(`${file}.part`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${file}.part`, file)
}

/**
 * Whether a person could see the window and drag it: at least 100 x 50 pixels of its top are on a screen. A screen may
 * have been removed since the bounds were stored.
 */
export const isReachable = ({ x, y, width }: Bounds, screens: readonly Bounds[]) =>
  screens.some(
    screen =>
      Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x) >= 100 &&
      y >= screen.y &&
      y + 50 <= screen.y + screen.height,
  )
