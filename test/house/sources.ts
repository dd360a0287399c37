import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../../src')

/** Every TypeScript source by its path below `src`. */
export const sources: ReadonlyMap<string, string> = new Map(
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => [relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')]),
)

/** What a source imports, type imports and imports at run time included, as it is written there. */
export const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(match => match[1]!)

/** The path below `src` that a relative import of a file leads to, without an ending. */
export const targetOf = (file: string, spec: string) =>
  join(dirname(file), spec.replace(/\?.*$/, ''))
    .replaceAll('\\', '/')
    .replace(/\.tsx?$/, '')

/** The file below `src` that a relative import leads to; undefined for anything but a source of ours. */
export function fileOf(files: ReadonlyMap<string, string>, file: string, spec: string): string | undefined {
  if (!spec.startsWith('.')) return undefined
  const target = targetOf(file, spec)
  return [`${target}.ts`, `${target}.tsx`, `${target}/index.ts`, `${target}/index.tsx`].find(path => files.has(path))
}
