import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Two at a time: each has a server and a browser of its own, and waits for them most of the time.
    maxWorkers: 2,
  },
})
