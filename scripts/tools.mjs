// Shared by the other scripts. Runs before packages are installed, and must still run on Node 20.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
export const at = (...parts) => join(root, ...parts)
/** The Node that Sheaf runs on: version 24, installed by the package `node`. */
export const node = at('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Node flags of the server, as in the Dockerfile and docs/operate.md: a new-object heap of 8 MB instead of 16 to 64 MB. */
export const flags = ['--max-semi-space-size=8']
/** Threads share two heaps of the C library; with a heap per thread, freed memory stays fragmented over all of them. */
export const mallocEnv = { MALLOC_ARENA_MAX: '2' }

const [major] = process.versions.node.split('.').map(Number)

/**
 * Exits with a clear message on an old Node instead of failing later. Node 20 gets only a warning: it is no longer maintained, but
 * it only starts the Node 24 that Sheaf runs on.
 */
export function mustBeUsable() {
  if (major >= 22) return
  const { node: version } = process.versions
  if (major >= 20) {
    console.error(
      `Node ${version} is no longer maintained: please install Node 22 or newer from https://nodejs.org. Sheaf itself runs on Node 24.`,
    )
    return
  }
  console.error(`Sheaf needs Node 22 or newer to start itself; this is ${version}. See https://nodejs.org`)
  process.exit(1)
}

const run = (command, args, env = {}) => {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  if (error) console.error(error.message)
  if (status !== 0) process.exit(status ?? 1)
}

/** Installs the packages when they are missing or older than the lock file. */
export function install() {
  const done = at('node_modules', '.package-lock.json')
  if (existsSync(node) && existsSync(done) && statSync(done).mtimeMs >= statSync(at('package-lock.json')).mtimeMs) return
  console.log('Installing packages (about a minute, once) ...')
  run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], { NODE_ENV: 'development' })
}

/** What the build reads. */
export const sources = [
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/console-worker.mjs',
  'scripts/zip.mjs',
  'compare/src',
  'contract/src',
  'description/src',
  'markdown/src',
  'server/src',
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/vite-fortune-sheet.ts',
  'web/vite-fortune-sheet-buttons.ts',
  'web/vite-fortune-sheet-css.ts',
  'web/vite-postcss-stub.ts',
  'web/vite-words.ts',
  'web/text-files.ts',
  'docs/example',
]

/** One line per source file. If the lines equal those of the last build, the build is current. */
function fingerprint() {
  const lines = []
  const walk = (path) => {
    const info = statSync(at(path), { throwIfNoEntry: false })
    if (!info) return
    if (info.isDirectory()) for (const name of readdirSync(at(path)).sort()) walk(`${path}/${name}`)
    else if (!/\.test\.tsx?$/.test(path)) lines.push(`${path} ${info.size} ${Math.floor(info.mtimeMs)}`)
  }
  for (const path of sources) walk(path)
  return lines.join('\n')
}

const stamp = at('dist', '.built')

/** Builds if sources changed since the last build. An installation without sources is already built. */
export function build() {
  if (!existsSync(at('server/src')) && existsSync(at('dist/server/main.js'))) return
  const now = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  console.log('Building ...')
  run(node, [at('scripts', 'build.mjs')], { NODE_ENV: 'production' })
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, now)
}

/** Runs the program as a child process, passes signals on and exits with its exit code. */
export function runAndExit(args, env = {}) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  return child
}
