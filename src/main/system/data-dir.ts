import { homedir } from 'node:os'
import { join } from 'node:path'

/** The data folder when none is given: the same for the window, the service and every command. */
export function defaultDataDir(env = process.env, platform = process.platform, home = homedir()): string {
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Callwright')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Callwright')
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'callwright')
}
