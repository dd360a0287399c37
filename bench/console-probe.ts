// What is measured inside a page of the console. The functions run in the browser, so each is complete in itself.

/** Something is shown when an element that the CSS selector finds has a text that fits. */
export interface Sign {
  selector: string
  /** A regular expression. */
  says: string
}

/** The dialing state in the header. */
export const dialing = (says: string): Sign => ({
  selector: '[aria-label="Dialing"], header [role="status"]',
  says,
})

export interface Shift {
  value: number
  /** The elements that moved. */
  moved: string[]
}

export interface Seen {
  /** From the click or the key to the frame that shows the sign, in milliseconds; null when it took longer than the limit. */
  ms: number | null
  /** When the click or the key was pressed, in epoch milliseconds. */
  pressedAt: number
}

/** What was measured for a while. */
export interface Taken {
  tasks: number[]
  /** The times between frames that were over 50 ms, in milliseconds. */
  frames: number[]
  shifts: Shift[]
}

export interface Probe {
  shifts: Shift[]
  /** The durations of the tasks over 50 ms, in milliseconds. */
  tasks: number[]
  /** Forgets what was measured until now, and begins to measure frames. */
  begin(): void
  /** What was measured since `begin`. */
  taken(): Taken
  /** The first frame with one of the signs that the probe was given, in milliseconds from the start of the navigation. */
  dataAt: number | null
  /** Waits for the next event of a type, and then for a sign. `armed` has the result. */
  arm(event: 'click' | 'keydown' | 'hashchange', sign: Sign, limit: number): void
  armed: Promise<Seen> | null
}

declare global {
  interface Window {
    bench: Probe
  }
}

/** Runs before the scripts of a page. */
export function installProbe(signs: Sign[]) {
  if (window !== window.top) return
  const isShown = ({ selector, says }: Sign) => {
    const text = new RegExp(says, 'i')
    return [...document.querySelectorAll(selector)].some(element => text.test(element.textContent!))
  }
  const describe = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    if (!element) return 'an element that is gone'
    const named = element.closest('[aria-label]')
    const text = element.textContent!.trim().replace(/\s+/g, ' ').slice(0, 40)
    const place = named && named !== element ? ` in “${named.getAttribute('aria-label')}”` : ''
    return `<${element.tagName.toLowerCase()}${element === named ? ` “${element.getAttribute('aria-label')}”` : ''}> ${text}${place}`
  }
  const frames: number[] = []
  let watching = 0
  const probe: Probe = {
    shifts: [],
    tasks: [],
    dataAt: null,
    armed: null,
    begin() {
      probe.tasks.length = 0
      probe.shifts.length = 0
      frames.length = 0
      let before = performance.now()
      cancelAnimationFrame(watching)
      const look = (now: number) => {
        if (now - before > 50) frames.push(now - before)
        before = now
        watching = requestAnimationFrame(look)
      }
      watching = requestAnimationFrame(look)
    },
    taken: () => ({ tasks: [...probe.tasks], frames: [...frames], shifts: [...probe.shifts] }),
    arm(event, sign, limit) {
      if (isShown(sign)) throw new Error(`${sign.selector} shows ${sign.says} before anything was pressed.`)
      probe.armed = new Promise(resolve => {
        addEventListener(
          event,
          ({ timeStamp }) => {
            const pressedAt = performance.timeOrigin + timeStamp
            const finish = (ms: number | null) => {
              observer.disconnect()
              clearTimeout(timer)
              resolve({ ms, pressedAt })
            }
            const observer = new MutationObserver(() => {
              if (!isShown(sign)) return
              observer.disconnect()
              requestAnimationFrame(() => finish(performance.now() - timeStamp))
            })
            const timer = setTimeout(() => finish(null), limit)
            observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
          },
          { capture: true, once: true },
        )
      })
    },
  }
  window.bench = probe
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      }
      if (!hadRecentInput) probe.shifts.push({ value, moved: sources.map(({ node }) => describe(node)) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) probe.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  if (signs.length === 0) return
  const look = () => {
    if (signs.some(isShown)) probe.dataAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Sends a request from the page and reads its answer. Returns how long it took, in milliseconds. */
export async function fetchInPage(given: {
  method: string
  path: string
  body?: object
  key: string
}): Promise<number> {
  const since = performance.now()
  const response = await fetch(`/api${given.path}`, {
    method: given.method,
    headers: { authorization: `Bearer ${given.key}`, 'content-type': 'application/json' },
    ...(given.body && { body: JSON.stringify(given.body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${given.method} ${given.path} was answered ${response.status} ${text}`)
  return performance.now() - since
}
