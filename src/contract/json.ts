/** The most levels of objects and lists in JSON that comes from outside. Much deeper ones overflow the stack when written. */
export const MOST_LEVELS = 100

/** Whether a JSON text opens more than `levels` objects and lists inside each other. The text is not parsed. */
export function isTooDeepText(text: string, levels = MOST_LEVELS): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (inString) {
      if (code === 0x5c) i++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > levels) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

/** Whether a value has more than `MOST_LEVELS` objects and lists inside each other. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MOST_LEVELS) return true
    level = level.flatMap(nested => Object.values(nested).filter(isNested))
  }
  return false
}

// A file's bytes are one value, however many there are.
const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)

/** The value of a JSON text from outside; a text that is not JSON, or nests too deeply, is returned as it is. */
export function jsonOrText(text: string): unknown {
  if (isTooDeepText(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
