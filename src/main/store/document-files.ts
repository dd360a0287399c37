import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files that were uploaded and are not read yet. Their names are made here: nothing of what a caller says is in them. */
export interface DocumentFiles {
  /** Writes a file and answers its name. */
  keep(bytes: Uint8Array): string
  path(name: string): string
  drop(name: string): void
  names(): string[]
}

/** Opens `documents/` in the data folder. */
export function openDocumentFiles(dataDir: string): DocumentFiles {
  const folder = join(dataDir, 'documents')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = (name: string) => join(folder, name)
  return {
    keep(bytes) {
      const name = randomUUID()
      writeFileSync(path(name), bytes, { mode: 0o600, flag: 'wx', flush: true })
      return name
    },
    path,
    drop: name => rmSync(path(name), { force: true }),
    names: () => readdirSync(folder),
  }
}
