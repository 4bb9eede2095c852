import { afterAll, vi } from 'vitest'

/* A worker runs many files with one set of modules. What a file has replaced in them, in the clock or in the environment is put back. */
const { ...env } = process.env

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
})
