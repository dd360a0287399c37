import { existsSync, rmSync } from 'node:fs'
import { opendir } from 'node:fs/promises'

/** Deletes a file. Does nothing when there is none. */
export const removeFile = (file: string) => rmSync(file, { force: true })

export const fileExists = (file: string) => existsSync(file)

/** The names of the files in a folder, which may be many: they are read piece by piece. */
export async function* fileNames(folder: string): AsyncGenerator<string> {
  for await (const entry of await opendir(folder)) if (entry.isFile()) yield entry.name
}
