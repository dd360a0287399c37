// Writes the licences of the libraries that are in the service and in the console into the console's page about itself.
// With --check it writes nothing, and fails when the page is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const read = path => JSON.parse(readFileSync(join(root, path), 'utf8'))
const { dependencies, devDependencies } = read('package.json')

/** Of the development dependencies, those that the build of the console contains. */
const inConsole =
  /^(@floating-ui\/dom|@fontsource|@mantine\/|@orpc\/|@tabler\/|@tanstack\/|intl-messageformat$|papaparse$|react(-dom|-dropzone|-error-boundary)?$|zustand$)/

const names = [...Object.keys(dependencies), ...Object.keys(devDependencies).filter(name => inConsole.test(name))]

const licences = names.sort().map(name => {
  const { version, license } = read(join('node_modules', name, 'package.json'))
  return { name, version, licence: license }
})
const page = join(root, 'src/renderer/pages/settings/licences.json')
const text = `${JSON.stringify(licences, null, 2)}\n`

if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (readFileSync(page, 'utf8') !== text) {
  console.error('The list of libraries is out of date. Run: node scripts/licences.mjs')
  process.exitCode = 1
}
