import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const built = join(import.meta.dirname, '../../out/renderer')
const html = readFileSync(join(built, 'index.html'), 'utf8')

/** Files and what they import statically. */
function withImports(files: string[]): string[] {
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    if (!file.endsWith('.js')) return
    const code = readFileSync(join(built, file), 'utf8')
    for (const [, name] of code.matchAll(/\b(?:import|from)\s*["'`]\.\/([^"'`]+)["'`]/g)) add(`assets/${name}`)
  }
  for (const file of files) add(file)
  return [...found]
}

/** The files that the browser loads before the first page: those in index.html and their static imports. */
const initial = () => withImports([...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)].map(([, file]) => file!))

it('the first page loads less than 350 kB, compressed', () => {
  const files = initial()
  expect(files.filter(file => file.endsWith('.js'))).not.toEqual([])
  expect(files.filter(file => file.endsWith('.css'))).not.toEqual([])
  const sizes = Object.fromEntries(files.map(file => [file, gzipSync(readFileSync(join(built, file))).length]))
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
  expect(total, JSON.stringify(sizes, null, 2)).toBeLessThan(350_000)
})

it('each page is loaded only when it is opened', () => {
  const pages = readdirSync(join(import.meta.dirname, '../../src/renderer/pages')).filter(page => page !== 'kit')
  const chunks = readdirSync(join(built, 'assets')).filter(file => /Pages?-[\w-]+\.js$/.test(file))
  expect(chunks.length).toBeGreaterThanOrEqual(pages.length)
  expect(initial().filter(file => /Pages?-[\w-]+\.(js|css)$/.test(file))).toEqual([])
  // The page that shows every part is for development only.
  expect(readdirSync(join(built, 'assets')).filter(file => file.startsWith('Kit'))).toEqual([])
})

it('the first page does not load the checks of forms', () => {
  const chunks = readdirSync(join(built, 'assets')).filter(file => file.endsWith('.js'))
  const hasZod = (file: string) => readFileSync(join(built, file), 'utf8').includes('ZodObject')
  const firstPage = chunks.find(file => file.startsWith('TodayPage'))!
  expect(chunks.map(file => `assets/${file}`).filter(hasZod)).not.toEqual([])
  expect(
    withImports([...initial(), `assets/${firstPage}`]).filter(file => file.endsWith('.js') && hasZod(file)),
  ).toEqual([])
})
