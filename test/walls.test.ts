import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../src')

/** Who may import what of ours. A file belongs to the longest name that it begins with. */
const allowed: Record<string, RegExp> = {
  'contract/': /^contract(\/|$)/,
  'renderer/': /^(contract|renderer)(\/|$)/,
  'main/core/': /^(contract|main\/core|main\/store)\//,
  'main/store/': /^main\/store\//,
  'main/background/': /^(contract|main\/core|main\/background)\//,
  'main/carriers/': /^(main\/core\/ports|main\/carriers\/)/,
  'main/reading/': /^main\/(core\/(ports|words)|reading\/)/,
  'main/voice/': /^(contract\/|main\/core\/(ports|brief)|main\/voice\/)/,
  'main/http/': /^(contract(\/|$)|main\/core\/|main\/http\/|main\/router$|main\/store\/open$)/,
  'main/desktop/':
    /^(contract\/bridge$|main\/desktop\/|main\/core\/|main\/http\/files$|main\/(invoke|service|window-state)$|\.\.\/resources\/icons\/)/,
  'preload/': /^contract\//,
  'main/': /^/,
}
const roomOf = (file: string) =>
  Object.keys(allowed)
    .filter(room => file.startsWith(room))
    .sort((a, b) => b.length - a.length)[0]!

const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(match => match[1]!)

/** What a file imports that it may not. Electron is for the desktop door, and Node is not for what runs in a page. */
function breaches(file: string, text: string): string[] {
  const isOfPage = /^(contract|renderer)\//.test(file)
  return importsOf(text).filter(target => {
    if (target.startsWith('.')) return !allowed[roomOf(file)]!.test(join(dirname(file), target).replaceAll('\\', '/'))
    if (/^electron(\/|$)/.test(target)) return !/^(main\/(index\.ts|desktop\/)|preload\/)/.test(file)
    return isOfPage && (target.startsWith('node:') || builtinModules.includes(target))
  })
}

const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map(entry => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))

it('sees the sources and knows a breach', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(breaches('renderer/x.ts', "import { get } from '../main/core/leads'")).toEqual(['../main/core/leads'])
  expect(breaches('main/carriers/x/y.ts', "import { get } from '../../core/leads'")).toEqual(['../../core/leads'])
  expect(breaches('main/carriers/x/y.ts', "import type { Carrier } from '../../core/ports'")).toEqual([])
  expect(breaches('main/core/x.ts', "import { app } from 'electron'")).toEqual(['electron'])
  expect(breaches('contract/x.ts', "import { join } from 'node:path'")).toEqual(['node:path'])
})

it.each(files)('%s stays inside its walls', file => {
  expect(breaches(file, readFileSync(join(root, file), 'utf8'))).toEqual([])
})
