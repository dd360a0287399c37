import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveConfig } from 'electron-vite'
import { mergeConfig, build as viteBuild } from 'vite'

const root = join(import.meta.dirname, '../..')

let built: Promise<string> | undefined

/** Builds the console with the page of all parts, which only development has, and returns its folder. Takes some seconds. */
export const buildKit = () => (built ??= build())

async function build(): Promise<string> {
  const { config } = await resolveConfig({ root, logLevel: 'warn' }, 'build', 'production')
  // Several test processes may build at the same time.
  const outDir = mkdtempSync(join(tmpdir(), 'callwright-kit-'))
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await viteBuild(
    mergeConfig(config!.renderer!, {
      configFile: false,
      logLevel: 'warn',
      define: { 'import.meta.env.DEV': 'true' },
      build: { outDir, emptyOutDir: true, minify: false, reportCompressedSize: false },
    }),
  )
  return outDir
}
