/* Loaded for every test: longer timeouts for busy machines, because Vitest and Testing Library wait for one second only. */
import { vi } from 'vitest'

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: 60_000, ...(typeof options === 'number' ? { timeout: options } : options) })
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 60_000 })
}
