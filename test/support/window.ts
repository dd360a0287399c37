import type { Page } from 'playwright-core'
import type { Bridge, Reply } from '../../src/contract/bridge'
import type { Event } from '../../src/contract/events'
import { createInvoke } from '../../src/main/router/invoke'
import type { TestWorld } from './world'

declare const askDesk: (path: readonly string[], input: unknown) => Promise<Reply>
declare const windowHears: (event: Event) => void

/**
 * Gives a page what the preload script gives to the desktop window: the same functions, answered by what answers the
 * window. `around` may hold an answer back. What Electron itself adds is tested with the app (desktop.ts).
 */
export async function asInWindow(
  page: Page,
  world: TestWorld,
  around: (path: string, ask: () => Promise<Reply>) => Promise<Reply>,
) {
  const { router, context } = world.service
  const invoke = createInvoke(router, error => {
    throw error
  })
  await page.exposeFunction('askDesk', (path: string[], input: unknown) =>
    around(path.join('.'), () => invoke(path, input, { userId: 1 })),
  )
  await page.addInitScript(() => {
    const listeners = new Set<(event: Event) => void>()
    // The way out of the page carries bytes only as a list of them.
    const carried = (value: unknown): unknown =>
      value instanceof ArrayBuffer
        ? new Uint8Array(value)
        : typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
          ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, carried(one)]))
          : value
    const bridge: Bridge = {
      invoke: (path, input) => askDesk(path, carried(input)),
      onEvent(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }
    Object.assign(globalThis, {
      callwright: bridge,
      windowHears: (event: Event) => {
        for (const listener of listeners) listener(event)
      },
    })
  })
  context.bus.on((event, to) => {
    // The page may be loading, or closed, as a window may.
    if (to === 1 && !page.isClosed()) page.evaluate(one => windowHears(one), event).catch(() => {})
  })
}
