import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.ts', '{contract,markdown,server,web}/src/**/*.test.{ts,tsx}'],
    globalSetup: ['server/src/test/postgres.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
