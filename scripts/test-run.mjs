import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { at, node } from './tools.mjs'

/** What promises that nothing is lost is held to its first run: chance is the very thing these files try. */
const FIRST_RUN_COUNTS = /\.(kill|process|load)\.test\.ts$/
/** More than these are no accident of a busy machine. */
const AT_MOST = 4

/**
 * One run of Vitest. Files in which something failed are run once more, each alone: beside all the others a test may wait in vain for a
 * processor. What passes then counts as passed and is named in `second`, so that somebody mends it; a fault fails twice.
 */
export function runTests(args, inMemory) {
  const first = vitest(args, inMemory)
  const files = [...new Set(first.failed.map((one) => one.file))]
  const chance = files.length > 0 && files.length <= AT_MOST && !files.some((file) => FIRST_RUN_COUNTS.test(file))
  if (first.broken || !chance) return counted(first, [])
  console.log(`\nOnce more, each alone: ${files.join(', ')}`)
  const config = args.includes('--config') ? args.slice(args.indexOf('--config'), args.indexOf('--config') + 2) : []
  const then = vitest([...config, '--maxWorkers=1', ...files], inMemory)
  if (then.broken) return counted(first, [])
  const kept = first.passed.filter((one) => !files.includes(one.file))
  const second = first.failed.filter((one) => !then.failed.some(({ file, name }) => file === one.file && name === one.name))
  return counted({ ...then, passed: [...kept, ...then.passed] }, second)
}

const counted = ({ passed, failed, skipped, files, broken }, second) => ({
  passed: passed.length,
  failed: failed.length + (broken ? 1 : 0),
  broken,
  skipped,
  files,
  told: failed,
  second,
})

/** `broken`: Vitest itself says that something went wrong which is no test's failure. */
function vitest(args, inMemory) {
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
        // Hundreds of Nodes are started, and all of them read the same programs.
        NODE_COMPILE_CACHE: join(inMemory ?? folder, 'compiled'),
        ...(inMemory && { TMPDIR: inMemory }),
      },
    },
  )
  const said = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  rmSync(folder, { recursive: true, force: true })
  if (!said) return { passed: [], failed: [], skipped: [], files: [], broken: true }
  const tests = said.testResults.flatMap(testsOf)
  const failed = tests.filter((one) => one.status === 'failed')
  return {
    passed: tests.filter((one) => one.status === 'passed'),
    failed,
    skipped: tests.filter((one) => one.status !== 'passed' && one.status !== 'failed'),
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

/** Each failed test with the beginning of its reason, and those that passed at the second try. */
export function whatFailed(runs) {
  const of = ({ file, name, why }, mark) => `\n${mark} ${file} > ${name}\n${ours(why)}`
  const failed = runs.flatMap((run) => run.told)
  const second = runs.flatMap((run) => run.second)
  const outside = "\nFAILED: Vitest ended with an error that is no test's; it stands above, after the list of tests"
  return [
    ...(runs.some((run) => run.broken) ? [outside] : []),
    ...failed.slice(0, 8).map((one) => of(one, 'FAILED')),
    ...(failed.length > 8 ? [`\n... and ${failed.length - 8} more`] : []),
    ...second.map((one) => of(one, 'Passed only when run again, alone:')),
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
