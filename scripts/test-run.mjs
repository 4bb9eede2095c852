import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { at, node } from './tools.mjs'

/** Why a test may be left out, as its name says it. Whatever else is left out is a failure: it would prove nothing and look green. */
const NEEDS = /\(needs (?:root|slapd|MariaDB|a font with Chinese|the suite beside the repository)\)/

/** One run of Vitest. `broken`: Vitest itself says that something went wrong which is no test's failure. */
export function runTests(args, inMemory) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-results-'))
  const report = join(folder, 'report.json')
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
        // What npm test has built before is what is tried as a process (server/src/test/process/programs.ts).
        TEST_BUILT: '1',
        // Hundreds of Nodes are started, and all of them read the same programs.
        NODE_COMPILE_CACHE: join(inMemory ?? folder, 'compiled'),
        ...(inMemory && { TMPDIR: inMemory }),
      },
    },
  )
  const said = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  rmSync(folder, { recursive: true, force: true })
  if (!said) return { passed: 0, failed: [], skipped: [], files: [], broken: true }
  const tests = said.testResults.flatMap(testsOf)
  const leftOut = tests.filter((one) => one.status !== 'passed' && one.status !== 'failed')
  const failed = [
    ...tests.filter((one) => one.status === 'failed'),
    ...leftOut
      .filter((one) => !NEEDS.test(one.name))
      .map((one) => ({ ...one, why: 'It was left out, and its name does not say what it needs.' })),
  ]
  return {
    passed: tests.filter((one) => one.status === 'passed').length,
    failed,
    skipped: leftOut.filter((one) => NEEDS.test(one.name)),
    files: said.testResults.map(({ name, startTime, endTime }) => ({ file: relative(at(), name), seconds: (endTime - startTime) / 1000 })),
    broken: failed.length === 0 && !(status === 0 && said.success),
  }
}

/** A file that could not even begin, or fell after its tests, has no failed test; it counts as one itself. */
function testsOf({ name, status, message, assertionResults }) {
  const file = relative(at(), name)
  const tests = assertionResults.map((one) => ({ file, name: one.fullName, status: one.status, why: one.failureMessages?.join('\n') }))
  const itself = status === 'failed' && !tests.some((one) => one.status === 'failed')
  return itself ? [...tests, { file, name: '(the file)', status, why: message }] : tests
}

/** Each failed test with the beginning of its reason. */
export function whatFailed(runs) {
  const failed = runs.flatMap((run) => run.failed)
  const outside = "\nFAILED: Vitest ended with an error that is no test's; it stands above, after the list of tests"
  return [
    ...(runs.some((run) => run.broken) ? [outside] : []),
    ...failed.slice(0, 8).map(({ file, name, why }) => `\nFAILED ${file} > ${name}\n${ours(why)}`),
    ...(failed.length > 8 ? [`\n... and ${failed.length - 8} more`] : []),
  ]
}

/** The slowest files of all runs, so that a file that has become slow is seen before there are many. */
export const slowest = (runs, most = 20) =>
  runs
    .flatMap((run) => run.files)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)

/** What did not run, with its name, which says why. */
export const leftOut = (runs) => runs.flatMap((run) => run.skipped).map(({ file, name }) => `Skipped: ${file} > ${name}`)

/** Of a failure's text what speaks of our code, and no more than the beginning of it. */
const ours = (why = '') =>
  why
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|new Promise)/.test(line))
    .join('\n')
    .slice(0, 1200)
