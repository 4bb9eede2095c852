import { defineConfig } from 'vitest/config'

// Two at a time: each has a server and a browser of its own, and waits for them most of the time.
export default defineConfig({ test: { include: ['e2e/**/*.test.ts'], testTimeout: 90_000, hookTimeout: 120_000, maxWorkers: 2 } })
