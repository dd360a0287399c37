// npm test: installs what is missing, builds, and runs everything: types, lint, unit, API, browser,
// the desktop as built and as packaged.
// Ends with one plain line, `tests: N passed, N failed, N skipped`; the checks before the tests count as one test each.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, findChromium, install, node, root } from './prepare.mjs'

const isCi = process.env.CI === 'true'
const total = { passed: 0, failed: 0, skipped: 0 }

function check(name, script, args) {
  console.log(`\n${name}`)
  const { status } = spawnSync(node(), [join(root, 'node_modules', script), ...args], { cwd: root, stdio: 'inherit' })
  total[status === 0 ? 'passed' : 'failed']++
}

install()
build()
const chromium = findChromium({ mayInstall: true })
if (!chromium) {
  console.log('Browser tests are skipped: there is no Chromium on this machine (set CHROMIUM to its path).')
  if (isCi) total.failed++
}

check('types', 'typescript/bin/tsc', ['--noEmit'])
check('lint', '@biomejs/biome/bin/biome', ['check', '.'])

console.log('\ntests')
const results = mkdtempSync(join(tmpdir(), 'callwright-results-'))
const file = join(results, 'results.json')
spawnSync(
  node(),
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM: chromium ?? '' } },
)
if (existsSync(file)) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  // A file that could not be loaded has failed, though it ran no test.
  const broken = testResults.filter(
    result => result.status === 'failed' && result.assertionResults.every(a => a.status !== 'failed'),
  )
  total.passed += numPassedTests
  total.failed += numFailedTests + broken.length
  total.skipped += numPendingTests + numTodoTests
} else total.failed++
rmSync(results, { recursive: true })

if (isCi && total.skipped > 0) console.log('Nothing may be skipped here.')
console.log(`\ntests: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 || (isCi && total.skipped > 0) ? 1 : 0)
