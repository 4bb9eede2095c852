// npm test: everything, the browser included. Arguments are passed on to the unit tests: npm test -- server/src/page
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, build, install, mustBeUsable, node } from './tools.mjs'

mustBeUsable()
install()
build()
const only = process.argv.slice(2)
if (only.length === 0) mustHavePrograms()

const folder = mkdtempSync(join(tmpdir(), 'sheaf-results-'))
const sum = { passed: 0, failed: 0 }
/** Where the tests make their databases: in memory where there is room, for half of their time they wait for the disk. */
const inMemory = roomIn('/dev/shm') > 6 * 1024 ** 3 ? mkdtempSync('/dev/shm/sheaf-test-') : undefined
// As /tmp is: database servers do not run as root, and their data is in there.
if (inMemory) chmodSync(inMemory, 0o1777)
const vitest = (name, args) => {
  const report = join(folder, `${name}.json`)
  const { status } = spawnSync(
    node,
    [at('node_modules/vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    {
      cwd: at(),
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: `${at('node_modules/.bin')}:${process.env.PATH}`,
        NODE_ENV: 'test',
        // Hundreds of Nodes are started, and all of them read the same programs.
        NODE_COMPILE_CACHE: join(inMemory ?? folder, 'compiled'),
        ...(inMemory && { TMPDIR: inMemory }),
      },
    },
  )
  const counted = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numPassedTests: 0, numFailedTests: 1, success: false }
  sum.passed += counted.numPassedTests
  // A file that could not even begin has no failed tests, and vitest may end with 0 all the same.
  sum.failed += Math.max(counted.numFailedTests, status === 0 && counted.success ? 0 : 1)
}

vitest('unit', only)
if (only.length === 0) vitest('browser', ['--config', 'vitest.e2e.config.ts'])
for (const one of [folder, inMemory]) if (one) rmSync(one, { recursive: true, force: true })
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed === 0 ? 0 : 1)

function roomIn(place) {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** The system's programs that tests need; as root on Debian they are installed, elsewhere we say what is missing. */
function mustHavePrograms() {
  const has = (...places) => places.some((place) => place && existsSync(place))
  const chromium = () => has(process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome')
  const missing = [
    ...(chromium() ? [] : ['chromium', 'fonts-noto-cjk']),
    ...(has('/usr/sbin/slapd') ? [] : ['slapd']),
    ...(has(process.env.MARIADBD, '/usr/sbin/mariadbd', '/usr/bin/mariadbd') ? [] : ['mariadb-server-core', 'mariadb-client-core']),
  ]
  if (missing.length === 0) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${missing.join(', ')} for the tests ...`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status
    if (apt('update', '-qq') === 0 && apt('install', '-y', '-qq', '--no-install-recommends', ...missing) === 0) return
  }
  console.error(`For all tests these are needed: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`)
  if (chromium()) return console.error('Without them the tests with a real directory or MariaDB are skipped.')
  console.error('Or set CHROMIUM to the path of the browser.')
  process.exit(1)
}
