// npm test: installs what is missing, builds, and runs everything: types, lint, unit, API, browser,
// the desktop as built and as packaged. `npm test -- test/core` runs the test files of that path only, and of the rest
// what they need.
// Plain JavaScript for any Node from 18 on, since it runs before anything is installed.
// Ends with one plain line, `tests: N passed, N failed, N skipped`; the checks before the tests count as one test each.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  findChromium,
  install,
  installPython,
  installSnippetLanguages,
  installTelephony,
  node,
  root,
} from './prepare.mjs'

const isCi = process.env.CI === 'true'
const total = { passed: 0, failed: 0, skipped: 0 }
const parts = []
/** How many of the slowest test files are listed. */
const SLOWEST = 15

/** The files below a folder of the project, by their paths from its root. */
const below = dir =>
  readdirSync(join(root, dir), { recursive: true }).map(name => `${dir}/${name.replaceAll('\\', '/')}`)

// Arguments without a dash name files. As for vitest, a part of a path is enough.
const given = process.argv.slice(2)
const paths = given.filter(word => !word.startsWith('-'))
const chosen = below('test').filter(file => file.endsWith('.test.ts') && paths.some(path => file.includes(path)))

async function timed(name, work) {
  const began = performance.now()
  const done = await work()
  parts.push([name, (performance.now() - began) / 1000])
  return done
}

/** Runs a program of the dependencies and collects its output, so that the outputs of parallel checks do not mix. */
const check = (name, script, args) =>
  timed(name, async () => {
    const child = spawn(node(), [join(root, 'node_modules', script), ...args], { cwd: root })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk))
    const status = await new Promise(resolve => child.on('close', resolve))
    return { name, said: said.trim(), isSound: status === 0 }
  })

const checkBuild = () => check('build', 'electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn'])
const checkTypes = () => check('types', 'typescript/bin/tsc', ['--noEmit'])
const checkLint = () => check('lint', '@biomejs/biome/bin/biome', ['check', '.'])

/** Whether a test file, or a test module that it imports, mentions out/, the folder of the build. */
function needsBuild(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(file)) return false
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const imported = [...text.matchAll(/from '(\.[^']*)'/g)].map(([, name]) => `${join(dirname(file), name)}.ts`)
  return /\bout\//.test(text) || imported.some(one => one.startsWith(join(root, 'test')) && needsBuild(one, seen))
}

/** Whether there is no build in out/, or a source is newer than it. */
function isOutdated() {
  const built = join(root, 'out/renderer/index.html')
  if (!existsSync(built)) return true
  const made = statSync(built).mtimeMs
  const sources = [...below('src'), ...below('resources'), 'package-lock.json', 'electron.vite.config.ts']
  return sources.some(file => statSync(join(root, file)).mtimeMs > made)
}

const isBuildNeeded = paths.length === 0 || chosen.some(file => needsBuild(join(root, file)))

/** Starts the checks that are needed, all at the same time. */
function checks() {
  if (paths.length === 0) return [checkBuild(), checkTypes(), checkLint()]
  console.log('Only the tests of the given path are run. Types and lint are not checked.')
  if (!isBuildNeeded) console.log('There is no build: these tests do not need it.')
  else if (isOutdated()) return [checkBuild()]
  else console.log('There is no build: out/ is newer than the sources.')
  return []
}

await timed('install', async () => install())
// What needs no build opens no browser either.
if (paths.length === 0 || chosen.includes('test/clients.test.ts')) installPython()
if (paths.length === 0 || chosen.includes('test/core/webhooks/snippets.test.ts')) installSnippetLanguages()
if (paths.length === 0 || chosen.some(file => file.startsWith('test/voice-host/'))) installTelephony()
const chromium = findChromium({ mayInstall: isBuildNeeded })
if (!chromium && isBuildNeeded) {
  console.log('Browser tests are skipped: there is no Chromium on this machine (set CHROMIUM to its path).')
  if (isCi) total.failed++
}

let isBuilt = true
for (const { name, said, isSound } of await Promise.all(checks())) {
  console.log(`\n${name}: ${isSound ? 'in order' : 'not in order'}${said && `\n${said}`}`)
  if (name === 'build') isBuilt = isSound
  if (!isSound) total.failed++
  else if (name !== 'build') total.passed++
}

let files = []
if (isBuilt) {
  const dir = mkdtempSync(join(tmpdir(), 'callwright-results-'))
  const results = join(dir, 'results.json')
  console.log('\ntests')
  const words = ['run', '--reporter=default', '--reporter=scripts/results.mjs', ...given]
  const { status } = await timed('tests', async () =>
    spawnSync(node(), [join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM: chromium ?? '', CALLWRIGHT_RESULTS: results },
    }),
  )
  const report = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : null
  for (const kind of Object.keys(total)) total[kind] += report?.total[kind] ?? 0
  if (status !== 0 && !report?.total.failed) total.failed++
  files = report?.files ?? []
  rmSync(dir, { recursive: true })
}

const line = (name, seconds) => `${seconds.toFixed(1).padStart(7)} s  ${name}`
const together = paths.length === 0 ? '; build, types and lint ran at the same time' : ''
console.log(`\nHow long each part took${together}`)
for (const [name, seconds] of parts.sort((a, b) => b[1] - a[1])) console.log(line(name, seconds))
if (files.length > 0) console.log('\nThe slowest test files; several ran at the same time')
for (const { name, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
  console.log(line(name, seconds))

if (isCi && total.skipped > 0) console.log('Nothing may be skipped here.')
console.log(`\ntests: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 || (isCi && total.skipped > 0) ? 1 : 0)
