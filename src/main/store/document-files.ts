import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Uploaded files that are not read yet. Their names are random; nothing that a client sent is part of them. */
export interface DocumentFiles {
  /** Writes a file and returns its name. */
  keep(bytes: Uint8Array): string
  /** The absolute path of a file. */
  path(name: string): string
  /** Deletes a file. Does nothing when there is none. */
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
