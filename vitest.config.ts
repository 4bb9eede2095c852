import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { wordsPlugin } from './web/vite-words.ts'

/** The longest files start first; started last, they would run alone while the other workers are idle. */
const LONG = /\/(hostile|xlsx|matrix\/(private|public|types|archived)|every-(call|field)|export|hostile-bodies)\.test\.ts$/
/** Projects run one after the other, because a worker is reused only within its project. Process tests mostly wait, so they start first. */
const ORDER = ['process', 'server', 'hydration', 'screens', 'pure']

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const rank = (file: TestSpecification) => ORDER.indexOf(file.project.name) * 2 + (LONG.test(file.moduleId) ? 0 : 1)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}

const screens = 'web/src/**/*.test.tsx'
/** Pages rendered by React's server and client. A shared worker would print a warning for each context that another file renders later. */
const hydrated = 'web/src/**/*.server.test.tsx'
/** Tests that start and kill processes, fill disks or stop databases. Each file has its own worker. */
const processes = [
  '{push,server}/src/**/*.{kill,process,disk}.test.ts',
  'test/*.process.test.ts',
  'server/src/main.test.ts',
  'server/src/cli/program.test.ts',
  'server/src/storage/storage.test.ts',
]
/** Tests of the server and of databases. A worker loads the modules once; each file creates its own databases and servers. */
const servers = ['server/src/**/*.test.ts', 'push/src/{commands,database}/*.test.ts']
const rest = ['*.test.ts', 'test/*.test.ts', '{compare,contract,description,markdown,push,web}/src/**/*.test.ts']

/** `npm test` starts worker threads from the build (server/src/test/process/worker-file.built.ts). */
const alias =
  process.env['TEST_BUILT'] === '1'
    ? [
        {
          find: /^\.{1,2}\/(?:.+\/)?worker-file\.ts$/,
          replacement: join(import.meta.dirname, 'server/src/test/process/worker-file.built.ts'),
        },
      ]
    : []

export default defineConfig({
  plugins: [wordsPlugin()],
  resolve: { alias },
  test: {
    globalSetup: ['test/memory.ts'],
    setupFiles: ['web/src/test/timeouts.ts'],
    sequence: { sequencer: LongFirst },
    // Tests wait for databases, processes and timeouts, so two more workers than processors keep the processors busy.
    maxWorkers: availableParallelism() + 2,
    // Only ends tests that hang; long enough for a busy machine.
    testTimeout: 300_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
    projects: [
      { extends: true, test: { name: 'pure', include: rest, exclude: [...servers, ...processes], isolate: false } },
      {
        extends: true,
        test: {
          name: 'server',
          include: servers,
          exclude: processes,
          globalSetup: ['server/src/test/servers/postgres.ts'],
          setupFiles: ['server/src/test/fresh.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'process', include: processes, globalSetup: ['server/src/test/servers/postgres.ts'] } },
      {
        extends: true,
        test: {
          name: 'screens',
          include: [screens],
          exclude: [hydrated],
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['web/src/test/fresh.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'hydration', include: [hydrated], environment: 'jsdom', setupFiles: ['web/src/test/fresh.ts'] },
      },
    ],
  },
})
