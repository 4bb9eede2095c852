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
if (only.length === 0) mustHaveBrowser()

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

/** The browser tests use the system's Chromium; as root on Debian it is installed, elsewhere we say what to do. */
function mustHaveBrowser() {
  const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].filter(Boolean)
  if (places.some((place) => existsSync(place))) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests ...')
    const apt = (...args) =>
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status
    if (apt('update', '-qq') === 0 && apt('install', '-y', '-qq', 'chromium', 'fonts-noto-cjk') === 0) return
  }
  console.error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM to its path.',
  )
  process.exit(1)
}
