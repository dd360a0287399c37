import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sync } from './private'

/** Encrypts values that must not be readable in the database file or in a backup of it. */
export interface Secrets {
  seal(plain: string): string
  /** Throws when the value was encrypted with another key, or was changed. */
  open(sealed: string): string
}

const PREFIX = 'sealed:v1:'
export const isSealed = (value: unknown): value is string => typeof value === 'string' && value.startsWith(PREFIX)

/** The file of the data key, which only its owner can read. */
export const keyFileIn = (dataDir: string) => join(dataDir, 'data.key')
export const hasKey = (dataDir: string) => existsSync(keyFileIn(dataDir))

/** The data key of a folder; null when the file does not hold a key of 32 bytes. Throws when it cannot be read. */
export function readKey(dataDir: string): Buffer | null {
  const key = Buffer.from(readFileSync(keyFileIn(dataDir), 'utf8'), 'base64')
  return key.length === 32 ? key : null
}

/**
 * AES-256-GCM (NIST SP 800-38D) with a key of 32 bytes. A sealed value is a prefix and base64 of the nonce (12 bytes), the
 * tag (16 bytes) and the ciphertext.
 */
export const secretsWith = (key: Buffer): Secrets => ({
  seal(plain) {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
  },
  open(sealed) {
    const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  },
})

/**
 * Makes the key file. It gets its name when it is complete. When two processes make it, the first one wins, unless it is to
 * replace a key.
 */
export function makeKey(dataDir: string, { replace = false } = {}) {
  const file = keyFileIn(dataDir)
  const part = `${file}.${process.pid}`
  writeFileSync(part, randomBytes(32).toString('base64'), { mode: 0o600, flush: true })
  try {
    if (replace) renameSync(part, file)
    else linkSync(part, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(part, { force: true })
  }
  sync(dataDir)
}
