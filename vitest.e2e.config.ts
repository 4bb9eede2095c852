import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { wordsPlugin } from './web/vite-words.ts'

/** The longest files start first; started last, they would run alone while the other workers are idle. */
const LONG = /\/(accessibility|conformance|sheet-dialogs|two-editors)\.test\.ts$/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isLong = (file: TestSpecification) => LONG.test(file.moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  plugins: [wordsPlugin()],
  test: {
    include: ['e2e/**/*.test.ts'],
    setupFiles: ['web/src/test/timeouts.ts'],
    // The front end of ShowDoc is not part of this repository: its story runs on request (CONTRIBUTING.md).
    exclude: process.env['SHOWDOC'] ? [] : ['e2e/showdoc-front-end.test.ts'],
    sequence: { sequencer: LongFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // The files of a worker share its browser and its product (e2e/story.ts).
    isolate: false,
    // Stories mostly wait for animations and responses, so more workers than processors of a small machine pay off.
    maxWorkers: 4,
  },
})
