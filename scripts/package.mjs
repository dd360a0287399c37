// npm run package: installs the dependencies if needed, builds, downloads Electron's binary if possible, and packages
// the application for this system, unpacked, in dist/ or the folder of --output. Without Electron's binary, a
// placeholder is used, so that the contents can be checked. With --as-built it uses the build in out/ and downloads
// nothing.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build, findElectron, install, node, root } from './prepare.mjs'

const { values } = parseArgs({ options: { output: { type: 'string' }, 'as-built': { type: 'boolean' } } })
const output = resolve(values.output ?? join(root, 'dist'))
if (!values['as-built']) {
  install()
  build()
}

const without = "Electron's binary is not here and cannot be fetched"
if (findElectron({ mayFetch: !values['as-built'] })) assemble(join(root, 'node_modules/electron/dist'))
else if (process.platform === 'linux') {
  console.log(`${without}: a placeholder is in its place, for checking the contents only; the result cannot start.`)
  const dir = mkdtempSync(join(tmpdir(), 'callwright-placeholder-'))
  try {
    makePlaceholder(dir)
    assemble(dir)
  } finally {
    rmSync(dir, { recursive: true })
  }
} else {
  console.error(`${without}; without it nothing can be packaged on this system.`)
  process.exitCode = 1
}

/**
 * Makes the files that electron-builder needs in Electron's folder. The marker in them precedes the bytes of the fuses.
 */
function makePlaceholder(dir) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'))
  const script = "#!/bin/sh\necho 'This is a placeholder without Electron and cannot start.' >&2\nexit 1\n# "
  const fuses = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09101100100', 'latin1')
  writeFileSync(join(dir, 'electron'), Buffer.concat([Buffer.from(script), fuses]), { mode: 0o755 })
  writeFileSync(join(dir, 'version'), version)
  writeFileSync(join(dir, 'LICENSE'), '')
  mkdirSync(join(dir, 'resources'))
}

/** Runs electron-builder. Its output is printed only when it fails. */
function assemble(electronDist) {
  const builder = join(root, 'node_modules/electron-builder/cli.js')
  const given = [`-c.electronDist=${electronDist}`, `-c.directories.output=${output}`]
  const done = spawnSync(node(), [builder, '--dir', '--publish', 'never', ...given], { cwd: root })
  if (done.status === 0) return console.log(`The application lies in ${relative(process.cwd(), output) || '.'}.`)
  console.error(String(done.stdout) + String(done.stderr))
  process.exitCode = 1
}
