import { type FileHandle, open, rm } from 'node:fs/promises'
import { encode, RATE } from './g711.ts'
import type { Tape } from './leg.ts'
import { partOf, WAV_FRAME, wavHeader } from './recording-file.ts'

/** Bytes that are written at once: one second. What a killed process has not written is lost. */
const PIECE = RATE * WAV_FRAME
/** Bytes that may wait for the disk: one minute. */
const MOST_WAITING = 60 * PIECE

/**
 * Writes a recording during the call. `push` never waits for the disk; a disk that is full or too slow ends the recording,
 * which `failed` tells once, and what was written is deleted.
 */
export class FileTape implements Tape {
  private readonly path: string
  private readonly handle: FileHandle
  private readonly failed: (why: string) => void
  private piece = Buffer.allocUnsafe(PIECE)
  private filled = 0
  private waiting = 0
  private end = 0
  /** Ends when all that was given has been written. */
  private writing = Promise.resolve()
  private state: 'running' | 'failed' | 'closed' = 'running'

  private constructor(path: string, handle: FileHandle, failed: (why: string) => void) {
    this.path = path
    this.handle = handle
    this.failed = failed
  }

  /** Creates the file of a recording that is ordered with a path. Rejects when that is not possible. */
  static async open(file: string, failed: (why: string) => void): Promise<FileTape> {
    const path = partOf(file)
    const tape = new FileTape(path, await open(path, 'w', 0o600), failed)
    tape.write(wavHeader())
    return tape
  }

  push(heard: Int16Array, sent: Int16Array) {
    if (this.state !== 'running') return
    const sides = [encode('PCMU', heard), encode('PCMU', sent)] as const
    for (let i = 0; i < heard.length; i++) {
      this.piece[this.filled++] = sides[0][i]!
      this.piece[this.filled++] = sides[1][i]!
      if (this.filled === PIECE) this.writePiece()
    }
  }

  private writePiece() {
    this.write(this.piece.subarray(0, this.filled))
    this.piece = Buffer.allocUnsafe(PIECE)
    this.filled = 0
  }

  private write(bytes: Buffer) {
    const at = this.end
    this.end += bytes.length
    this.waiting += bytes.length
    if (this.waiting > MOST_WAITING) this.fail('the disk is too slow')
    this.writing = this.writing.then(async () => {
      if (this.state === 'failed') return
      try {
        await writeAll(this.handle, bytes, at)
        this.waiting -= bytes.length
      } catch (error) {
        this.fail((error as Error).message)
      }
    })
  }

  private fail(why: string) {
    if (this.state === 'failed') return
    this.state = 'failed'
    this.failed(why)
  }

  /** Resolves when all is written, with whether that is a whole recording. */
  async close(): Promise<boolean> {
    if (this.state === 'running') {
      if (this.filled > 0) this.writePiece()
      await this.writing
    }
    const isWhole = this.state === 'running'
    await this.finish()
    if (!isWhole) await rm(this.path, { force: true })
    return isWhole
  }

  /** Ends the recording and deletes it. */
  async drop() {
    await this.finish()
    await rm(this.path, { force: true })
  }

  private async finish() {
    if (this.state === 'running') this.state = 'closed'
    await this.writing
    await this.handle.close()
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, at: number) {
  for (let done = 0; done < bytes.length; )
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}
