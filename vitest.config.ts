import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.ts', '{contract,markdown,push,server,web}/src/**/*.test.{ts,tsx}'],
    globalSetup: ['server/src/test/postgres.ts'],
    // Databases wait for the disk: one more at work than there are processors.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
