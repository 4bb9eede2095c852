import { afterAll, vi } from 'vitest'

/* A worker runs many test files with one set of modules. After each file, mocks, timers and the environment are restored. */
const { ...env } = process.env

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
})
