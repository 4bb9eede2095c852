// npm test: all tests, browser tests included. With arguments, only the unit tests run: npm test -- server/src/page
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { mustHavePrograms } from './test-programs.mjs'
import { failureReport, runTests, skippedTests, slowest } from './test-run.mjs'
import { build, install, mustBeUsable } from './tools.mjs'

const phases = []
/** The duration of each phase is printed at the end of the run. */
async function timed(name, work) {
  const start = Date.now()
  const result = await work()
  phases.push(`${name} ${Math.round((Date.now() - start) / 1000)} s`)
  return result
}

mustBeUsable()
install()
await timed('build', build)
const only = process.argv.slice(2)
if (only.length === 0) mustHavePrograms()

/** Test databases are in memory if it has room, because they wait for the disk half of the time. */
const inMemory = freeBytesIn('/dev/shm') > 6 * 1024 ** 3 ? mkdtempSync('/dev/shm/sheaf-test-') : undefined
// The mode of /tmp: database servers do not run as root and keep their data here.
if (inMemory) chmodSync(inMemory, 0o1777)

const runs = [await timed('tests', () => runTests(only, inMemory))]
if (only.length === 0) runs.push(await timed('browser', () => runTests(['--config', 'vitest.e2e.config.ts'], inMemory)))
if (inMemory) rmSync(inMemory, { recursive: true, force: true })

const [passed, failed, skipped] = [
  runs.reduce((all, run) => all + run.passed, 0),
  runs.reduce((all, run) => all + run.failed.length + (run.broken ? 1 : 0), 0),
  runs.reduce((all, run) => all + run.skipped.length, 0),
]
if (only.length === 0) console.log(`\nThe slowest files:\n${slowest(runs).join('\n')}\n\n${phases.join(', ')}`)
for (const line of skippedTests(runs)) console.log(line)
// Failures come last, because CI logs are long and often truncated at the start.
for (const line of failureReport(runs)) console.log(line)
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)

function freeBytesIn(path) {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return 0
  }
}
