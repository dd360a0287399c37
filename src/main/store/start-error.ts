/** An error that the person who started the command can fix. It is printed without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/**
 * An error of the disk or of the database as a StartError that says what can be done; any other error as it is. Codes of
 * SQLite (sqlite.org/rescode.html) and of the operating system.
 */
export function explained(error: unknown, dataDir: string): unknown {
  const code = codeOf(error)
  const { path } = error as { path?: string }
  const what = path ?? dataDir
  const because = (text: string) => new StartError(text, { cause: error })
  switch (code) {
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
    case 'SQLITE_CORRUPT_INDEX':
    case 'SQLITE_CORRUPT_VTAB':
    case 'SQLITE_IOERR_SHORT_READ':
      return because(
        `The database in ${dataDir} is damaged (${code}). Put a backup in its place: restore FILE. The damaged one is kept beside it.`,
      )
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return because(`Another program holds the database in ${dataDir}. Try again when it has ended.`)
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
      return because(`There is no room left on the disk of ${what}. Make room and try again.`)
    case 'EEXIST':
    case 'ENOTDIR':
      return because(`${what} cannot be used: a file stands where a folder must be.`)
    case 'EISDIR':
      return because(`${what} is a folder, not a file.`)
    case 'ENOENT':
      return because(`${what} does not exist, and cannot be made there.`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
    case 'SQLITE_READONLY_DIRECTORY':
      return because(`${what} cannot be read and written (${code}). See who owns it, and whether it may be changed.`)
    default:
      return /^(SQLITE_IOERR|EIO$)/.test(code) ? because(`The disk of ${what} fails (${code}).`) : error
  }
}
