import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
}

/** The Content-Type of a file, by its extension. */
export const contentType = (file: string) => types[extname(file)] ?? 'application/octet-stream'

/** Whether an error means that there is no such file, or a folder in its place. */
export const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** The file below `root` at a path of a URL. Null when the path leads outside of `root`. */
export function fileBelow(root: string, path: string): string | null {
  const file = normalize(join(root, path))
  return file.startsWith(normalize(root) + sep) ? file : null
}

/**
 * Sends a file, or the byte range that the request asks for (RFC 9110, 14). Returns false, and sends nothing, when
 * there is no such file.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  headers: Record<string, string> = {},
): Promise<boolean> {
  const size = await sizeOf(file)
  if (size === null) return false
  const range = rangeOf(request.headers.range, size)
  const all = {
    'content-type': contentType(file),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    ...headers,
  }
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...all, 'content-range': `bytes */${size}` }).end()
    return true
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  response.writeHead(range ? 206 : 200, {
    ...all,
    'content-length': end - start + 1,
    ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  if (request.method === 'HEAD' || size === 0) response.end()
  else await pipeline(createReadStream(file, { start, end }), response)
  return true
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    const info = await stat(file)
    return info.isFile() ? info.size : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * The range to send. Null, for the whole file, when the header is missing, names several ranges or another unit, which
 * RFC 9110 allows.
 */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, from, to] = match
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start >= size || (from !== '' && to !== '' && Number(to) < start))
    return from !== '' && start < size ? null : 'unsatisfiable'
  return { start, end }
}
