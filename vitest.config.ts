import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take a minute: begun last, they would be waited for alone. Largest files first is what there is otherwise. */
const LONG = /\/(matrix\.(private|public|types|put-away)|every-(call|field)|[a-z.-]+\.(kill|load|process))\.test\.ts$/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isLong = (one: TestSpecification) => LONG.test(one.moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((one) => !isLong(one))]
  }
}

const screens = 'web/src/**/*.test.tsx'

export default defineConfig({
  test: {
    setupFiles: ['web/src/test/patience.ts'],
    sequence: { sequencer: LongFirst },
    // Databases wait for the disk: one more at work than there are processors.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    // What a test asks for again and again has as long as the test; one second is too little on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['*.test.ts', '{contract,markdown,push,server,web}/src/**/*.test.{ts,tsx}'],
          exclude: [screens],
          globalSetup: ['server/src/test/postgres.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'screens', include: [screens], environment: 'jsdom', isolate: false, setupFiles: ['web/src/test/fresh.ts'] },
      },
    ],
  },
})
