import { useRef } from 'react'
import { isPassing } from './failure'

/**
 * Sends a change that must not be made twice, such as buying. When no answer came, the same input is sent again with the
 * same key, so that the service makes the change once.
 */
export function useOnce<I, O>(send: (input: I, options: { context: { once: string } }) => Promise<O>) {
  const waiting = useRef<{ input: string; key: string } | null>(null)
  return async (input: I): Promise<O> => {
    const asText = JSON.stringify(input)
    if (waiting.current?.input !== asText) waiting.current = { input: asText, key: newKey() }
    try {
      const answer = await send(input, { context: { once: waiting.current.key } })
      waiting.current = null
      return answer
    } catch (error) {
      if (!isPassing(error)) waiting.current = null
      throw error
    }
  }
}

/** `randomUUID` is there only for pages of this machine or over HTTPS. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), n => n.toString(36)).join('-')
