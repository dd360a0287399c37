import { rmSync } from 'node:fs'

/** Deletes a file. Does nothing when there is none. */
export const removeFile = (file: string) => rmSync(file, { force: true })
