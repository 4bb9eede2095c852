import { writeFileSync } from 'node:fs'

/** A Vitest reporter that keeps the errors outside the tests and in hooks, so that the last lines of a run can show them. */
export default class ErrorsOutsideTests {
  onTestRunEnd(files, errors) {
    const hooks = files.flatMap((file) => [...file.children.allSuites()].flatMap((suite) => suite.errors().map(inFile(file))))
    writeFileSync(process.env.ERRORS_OUTSIDE_TESTS, JSON.stringify([...errors, ...hooks].map(described)))
  }
}

/** An error of a hook, which Vitest reports with its group of tests only. */
const inFile = (file) => (error) => ({ ...error, message: error.message, type: 'Hook', VITEST_TEST_PATH: file.moduleId })

/** What happened, in which test file, and where. */
function described({ type, message, stack, cause, VITEST_TEST_PATH, VITEST_TEST_NAME }) {
  const place = [VITEST_TEST_PATH, VITEST_TEST_NAME].filter(Boolean).join(' > ')
  const because = cause?.message ? `\ncaused by ${cause.message}` : ''
  return { file: place || '(no test file)', why: `${type ?? 'Error'}: ${stack ?? message}${because}` }
}
