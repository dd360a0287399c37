/** Whether a Node of this version can run the service. */
export function satisfies(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 15)
}
