import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // The files of a worker share its browser and its product (e2e/story.ts).
    isolate: false,
    maxWorkers: 2,
  },
})
