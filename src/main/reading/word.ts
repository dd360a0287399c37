import { inflateRawSync } from 'node:zlib'
import mammoth from 'mammoth'
import { html } from './html.ts'
import { Unreadable } from './part.ts'
import type { Block } from './split.ts'

/** The largest size of a document when it is unpacked, with its pictures, bytes. */
const MAX_UNPACKED = 300 * 1024 * 1024

/** Reads a Word document (.docx). Throws Unreadable. */
export async function word(bytes: Uint8Array): Promise<Block[]> {
  const buffer = Buffer.from(bytes)
  // A compound file (MS-CFB): a .doc of Word before 2007, or a document with a password.
  if (buffer.length >= 4 && buffer.readUInt32BE(0) === 0xd0cf11e0)
    throw new Unreadable('It is protected by a password, or of the older .doc kind. Save it as .docx without one.')
  const broken = new Unreadable('This is not a Word document (.docx), or it is damaged.')
  try {
    checkUnpacked(buffer)
    const skipped = mammoth.images.imgElement(async () => ({ src: '' }))
    const { value } = await mammoth.convertToHtml({ buffer }, { convertImage: skipped })
    return html(Buffer.from(`<meta charset="utf-8">${value}`)).blocks
  } catch (error) {
    throw error instanceof Unreadable ? error : Object.assign(broken, { cause: error })
  }
}

/**
 * Checks that the files of a ZIP archive unpack to the sizes that its directory states (APPNOTE.TXT, 4.3) and that
 * these are not too large. A small archive could otherwise fill the memory of the machine. Throws when it is not so.
 */
function checkUnpacked(zip: Buffer) {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0) throw new Error('no end of central directory')
  let at = zip.readUInt32LE(end + 16)
  let unpacked = 0
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    if (zip.readUInt32BE(at) !== 0x504b0102) throw new Error('no central directory')
    const isDeflated = zip.readUInt16LE(at + 10) === 8
    const packed = zip.readUInt32LE(at + 20)
    const size = zip.readUInt32LE(at + 24)
    unpacked += size
    if (unpacked > MAX_UNPACKED) throw new Unreadable('It is too large when it is unpacked.')
    const local = zip.readUInt32LE(at + 42)
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    if (isDeflated) inflateRawSync(zip.subarray(data, data + packed), { maxOutputLength: Math.max(size, 1) })
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}
