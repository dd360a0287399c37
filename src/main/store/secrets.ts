import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Encrypts what must not lie open in the database file or in a backup of it. */
export interface Secrets {
  seal(plain: string): string
  open(sealed: string): string
}

const mark = 'sealed:v1:'
export const isSealed = (value: unknown): value is string => typeof value === 'string' && value.startsWith(mark)

/** AES-256-GCM with a key of its own beside the database, readable by the owner only; made on first use. */
export function openSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'data.key')
  if (!existsSync(file)) makeKey(file)
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length !== 32) throw new Error(`${file} does not hold a key of 32 bytes`)
  return {
    seal(plain) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return mark + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(mark.length), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** The file has its name only once it is whole; of two that make it at once, the first one's stays. */
function makeKey(file: string) {
  const part = `${file}.${process.pid}`
  writeFileSync(part, randomBytes(32).toString('base64'), { mode: 0o600, flush: true })
  try {
    linkSync(part, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(part)
  }
}
