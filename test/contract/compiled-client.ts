import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

const config = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: [],
    outDir: 'out',
  },
  files: ['client.ts', 'program.ts'],
}

/**
 * Compiles a generated client and a program beside it, which imports `./client.js`, under strict. Returns what the
 * program exports. Throws with the errors when it does not compile.
 */
export async function compiled<T>(client: string, program: string): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'callwright-client-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(join(dir, 'client.ts'), client)
  writeFileSync(join(dir, 'program.ts'), program)
  writeFileSync(join(dir, 'package.json'), '{"type": "module"}')
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
  try {
    execFileSync(process.execPath, [tsc, '-p', dir], { stdio: 'pipe' })
  } catch (error) {
    throw new Error(`It does not compile:\n${(error as { stdout: Buffer }).stdout}`)
  }
  return (await import(pathToFileURL(join(dir, 'out/program.js')).href)) as T
}
