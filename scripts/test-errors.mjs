import { writeFileSync } from 'node:fs'

/** A Vitest reporter that keeps the errors outside the tests, so that the last lines of a run can show them. */
export default class ErrorsOutsideTests {
  onTestRunEnd(_files, errors) {
    writeFileSync(process.env.ERRORS_OUTSIDE_TESTS, JSON.stringify(errors.map(described)))
  }
}

/** What happened, in which test file, and where. */
function described({ type, message, stack, cause, VITEST_TEST_PATH, VITEST_TEST_NAME }) {
  const place = [VITEST_TEST_PATH, VITEST_TEST_NAME].filter(Boolean).join(' > ')
  const because = cause?.message ? `\ncaused by ${cause.message}` : ''
  return { file: place || '(no test file)', why: `${type ?? 'Error'}: ${stack ?? message}${because}` }
}
