import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod'

const WindowState = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().min(200), height: z.int().min(200) }),
  maximized: z.boolean(),
  /** Whether the person was told that closing the window does not end the service. */
  toldOfTray: z.boolean(),
})
export type WindowState = z.output<typeof WindowState>
export type Bounds = WindowState['bounds']

/** What was remembered; undefined on a first start, and when the file holds anything else. */
export function readWindowState(file: string): WindowState | undefined {
  try {
    return WindowState.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

export function writeWindowState(file: string, state: WindowState) {
  writeFileSync(`${file}.part`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${file}.part`, file)
}

/** Whether so much of a window's top lies on a screen that a person can see and drag it; screens come and go. */
export const isReachable = ({ x, y, width }: Bounds, screens: readonly Bounds[]) =>
  screens.some(
    screen =>
      Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x) >= 100 &&
      y >= screen.y &&
      y + 50 <= screen.y + screen.height,
  )
