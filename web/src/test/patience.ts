/* Set up for every test: what is waited for has as long as a busy machine needs; one second is what Vitest and Testing Library give it. */
import { vi } from 'vitest'

const { waitFor } = vi
vi.waitFor = (ask, options) => waitFor(ask, { timeout: 15_000, ...(typeof options === 'number' ? { timeout: options } : options) })
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })
}
