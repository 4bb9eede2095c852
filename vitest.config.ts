import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest begins first, or it would run alone while the other workers are idle. */
const LONG = /\/(hostile|xlsx|matrix\/(private|public|types|put-away)|every-(call|field)|export|hostile-bodies)\.test\.ts$/
/** One project after the other, for a worker is kept for the next file of its own project alone. Processes wait, so they are begun first. */
const ORDER = ['process', 'server', 'screens', 'pure']

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const rank = (one: TestSpecification) => ORDER.indexOf(one.project.name) * 2 + (LONG.test(one.moduleId) ? 0 : 1)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}

const screens = 'web/src/**/*.test.tsx'
/** Tests that start processes, kill them, fill disks or stop databases: each file has a worker of its own. */
const processes = [
  '{push,server}/src/**/*.{kill,process,disk}.test.ts',
  'server/src/main.test.ts',
  'server/src/cli/program.test.ts',
  'server/src/storage/storage.test.ts',
]
/** Tests of the server and of databases: a worker reads the modules once, and each file makes databases and servers of its own. */
const servers = ['server/src/**/*.test.ts', 'push/src/{commands,database}/*.test.ts']
const rest = ['*.test.ts', '{contract,markdown,push,web}/src/**/*.test.ts']

/** Threads of the server start from the build where there is one (server/src/test/process/worker-file.built.ts). */
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
  resolve: { alias },
  test: {
    globalSetup: ['test/memory.ts'],
    setupFiles: ['web/src/test/patience.ts'],
    sequence: { sequencer: LongFirst },
    // Databases wait for the disk: one more at work than there are processors.
    maxWorkers: availableParallelism() + 1,
    // Nothing is measured by it: it ends what hangs, also beside other work.
    testTimeout: 60_000,
    // What a test asks for again and again has as long as the test; one second is too little on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
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
        test: { name: 'screens', include: [screens], environment: 'jsdom', isolate: false, setupFiles: ['web/src/test/fresh.ts'] },
      },
    ],
  },
})
