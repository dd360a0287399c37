import { join } from 'node:path'
import { resolveConfig } from 'electron-vite'
import { build, mergeConfig } from 'vite'

const root = join(import.meta.dirname, '../..')

/** Builds the console with the page of all parts, which only development has, and returns its folder. Takes some seconds. */
export async function buildKit(): Promise<string> {
  const { config } = await resolveConfig({ root, logLevel: 'warn' }, 'build', 'production')
  const outDir = join(root, 'out/kit')
  await build(
    mergeConfig(config!.renderer!, {
      configFile: false,
      logLevel: 'warn',
      define: { 'import.meta.env.DEV': 'true' },
      build: { outDir, emptyOutDir: true, minify: false, reportCompressedSize: false },
    }),
  )
  return outDir
}
