import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { at, node } from './tools.mjs'

/** A test can be skipped only if its name says what it needs. Any other skipped test counts as a failure, because it proves nothing. */
const NEEDS =
  /\(needs (?:root|slapd|MariaDB|oathtool|Python with requests|PHP with curl|a font with Chinese|the conformance suite|a network address)\)/

/** How many characters of the last errors are kept, for an error that Vitest prints after its report. */
const END_OF_ERRORS = 3000

/** Runs Vitest once. `broken` means that Vitest reported an error outside the tests. */
export async function runTests(args, inMemory) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-results-'))
  const report = join(folder, 'report.json')
  const errors = join(folder, 'errors.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, `--reporter=${at('scripts/test-errors.mjs')}`]
  const vitest = spawn(node, [at('node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args], {
    cwd: at(),
    stdio: ['inherit', 'inherit', 'pipe'],
    env: {
      ...process.env,
      PATH: `${at('node_modules/.bin')}:${process.env.PATH}`,
      NODE_ENV: 'test',
      // Process tests start the build that npm test made before (server/src/test/process/programs.ts).
      TEST_BUILT: '1',
      ERRORS_OUTSIDE_TESTS: errors,
      // The tests start hundreds of Node processes that load the same programs.
      NODE_COMPILE_CACHE: join(inMemory ?? folder, 'compiled'),
      ...(inMemory && { TMPDIR: inMemory }),
      ...(process.stderr.isTTY && { FORCE_COLOR: '1' }),
    },
  })
  let printed = ''
  vitest.stderr.on('data', (text) => {
    process.stderr.write(text)
    printed = `${printed}${text}`.slice(-END_OF_ERRORS)
  })
  const [status] = await once(vitest, 'close')
  const results = contentOf(report)
  const outside = contentOf(errors) ?? []
  rmSync(folder, { recursive: true, force: true })
  if (!results) return { passed: 0, failed: [], skipped: [], files: [], broken: true, outside, printed }
  const tests = results.testResults.flatMap(testsOf)
  const leftOut = tests.filter((one) => one.status !== 'passed' && one.status !== 'failed')
  const failed = [
    ...tests.filter((one) => one.status === 'failed'),
    ...leftOut
      .filter((one) => !NEEDS.test(one.name))
      .map((one) => ({ ...one, why: 'The test was skipped, but its name does not say what it needs.' })),
  ]
  return {
    passed: tests.filter((one) => one.status === 'passed').length,
    failed,
    skipped: leftOut.filter((one) => NEEDS.test(one.name)),
    files: results.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(at(), name),
      seconds: (endTime - startTime) / 1000,
    })),
    broken: failed.length === 0 && !(status === 0 && results.success),
    outside,
    printed,
  }
}

const contentOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** A file that fails outside its tests, on import or in a hook, has no failed test; the file itself then counts as one. */
function testsOf({ name, status, message, assertionResults }) {
  const file = relative(at(), name)
  const tests = assertionResults.map((one) => ({ file, name: one.fullName, status: one.status, why: one.failureMessages?.join('\n') }))
  const itself = status === 'failed' && !tests.some((one) => one.status === 'failed')
  return itself ? [...tests, { file, name: '(the file)', status, why: message }] : tests
}

/** The first failed tests, each with the beginning of its message. */
export function failureReport(runs) {
  const failed = runs.flatMap((run) => run.failed)
  const outside = runs.flatMap((run) => run.outside)
  return [
    ...runs
      .filter((run) => run.broken)
      .map(
        ({ outside, printed }) =>
          `\nFAILED: Vitest ended with an error outside the tests\n${outside.length ? '' : stripVTControlCharacters(printed)}`,
      ),
    ...outside.slice(0, 8).map(({ file, why }) => `\nOutside the tests: ${relative(at(), file)}\n${shortened(why)}`),
    ...failed.slice(0, 8).map(({ file, name, why }) => `\nFAILED ${file} > ${name}\n${shortened(why)}`),
    ...(failed.length > 8 ? [`\n... and ${failed.length - 8} more`] : []),
  ]
}

/** The slowest files of all runs, so that a file that became slow is noticed early. */
export const slowest = (runs, most = 20) =>
  runs
    .flatMap((run) => run.files)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)

/** The skipped tests. Their names say what they need. */
export const skippedTests = (runs) => runs.flatMap((run) => run.skipped).map(({ file, name }) => `Skipped: ${file} > ${name}`)

/** The beginning of a failure message without stack frames of packages. */
const shortened = (why = '') =>
  why
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|new Promise)/.test(line))
    .join('\n')
    .slice(0, 1200)
