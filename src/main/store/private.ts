import { chmodSync, closeSync, type Dirent, fsyncSync, lstatSync, openSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

/** Windows has no such modes; there the folder of the user is private. */
const hasModes = process.platform !== 'win32'

/** Whether somebody besides its owner may read or change a file. */
export const isOpenToOthers = (file: string) => hasModes && (lstatSync(file).mode & 0o077) !== 0

/**
 * The files and folders in a data folder that others may read or change. Left out are links, and what Chromium keeps
 * inside of `window/`, which is private as a whole.
 */
export function openToOthers(dataDir: string): string[] {
  if (!hasModes) return []
  const profile = join(dataDir, 'window') + sep
  const inside = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry: Dirent) => entry.isFile() || entry.isDirectory())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !path.startsWith(profile))
  return [dataDir, ...inside].filter(isStillOpen)
}

/** SQLite and a service that runs may delete a file meanwhile. */
function isStillOpen(path: string): boolean {
  try {
    return isOpenToOthers(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/**
 * Makes everything in a data folder readable by its owner only, whatever it was before, except the data key: who could
 * read it may have its content. Throws what the operating system throws.
 */
export function makePrivate(dataDir: string) {
  for (const path of openToOthers(dataDir))
    if (path !== join(dataDir, 'data.key')) chmodSync(path, lstatSync(path).isDirectory() ? 0o700 : 0o600)
}

/** Makes an empty file that only its owner can read, unless there is a file. */
export function reserve(file: string) {
  closeSync(openSync(file, 'a', 0o600))
}

/** Waits until a file or a folder is on the disk. Windows cannot do this for a folder, and needs not. */
export function sync(path: string) {
  const isFolder = lstatSync(path).isDirectory()
  if (isFolder && !hasModes) return
  const open = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}
