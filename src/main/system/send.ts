import type { Send } from '../ports/system'

/** Sends one HTTP request, within a time limit and up to a size of the answer. Redirects are not followed. */
export const sendHttp: Send = async ({ method, url, headers, body, timeoutMs, maxBytes }) => {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
  const chunks: Uint8Array[] = []
  let bytes = 0
  let truncated = false
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk.subarray(0, maxBytes - bytes))
    bytes += chunk.length
    truncated = bytes > maxBytes
    if (truncated) break
  }
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.concat(chunks).toString('utf8'),
    truncated,
  }
}
