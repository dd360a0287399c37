/** Rejects with the signal's reason when it is aborted, at once if it is already. Nobody has to handle the rejection. */
export function whenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  if (signal.aborted) reject(signal.reason)
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  // Callers race it. Without this, an abort after the race would be an unhandled rejection and end the process.
  promise.catch(() => {})
  return promise
}
