import { rmSync } from 'node:fs'

/** Deletes a file; one that is not there is none to delete. */
export const removeFile = (file: string) => rmSync(file, { force: true })
