/** Waits until everything has run that needs no more time. */
export const soon = () => new Promise(resolve => setTimeout(resolve, 20))

/** A promise that the test resolves or rejects. */
export function gate<T = void>() {
  let open: (value: T) => void = () => {}
  let fail: (error: Error) => void = () => {}
  const opened = new Promise<T>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  return { opened, open, fail }
}
