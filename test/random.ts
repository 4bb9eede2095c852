import { relative } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import known from './random.known.json' with { type: 'json' }

/** A fixed seed: a test fails because of a change, not by chance. `npm run fuzz` sets other seeds. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122)

type Options = { numRuns?: number; endOnFailure?: boolean }

/** fast-check's `assert` with the fixed seed. Cases that `npm run fuzz` found for this test run first. */
export function assertProperty<Ts>(property: fc.IAsyncPropertyWithHooks<Ts>, options?: Options): Promise<void>
export function assertProperty<Ts>(property: fc.IPropertyWithHooks<Ts>, options?: Options): void
export function assertProperty<Ts>(property: fc.IRawProperty<Ts, boolean>, options: Options = {}): void | Promise<void> {
  const { testPath = '', currentTestName } = expect.getState()
  const name = currentTestName?.replaceAll(' > ', ' ')
  const own = known.filter(({ file, test }) => file === relative(process.cwd(), testPath) && test === name)
  const runs = [...own.map(({ seed, path }) => ({ ...options, seed, path })), { ...options, seed: SEED }]
  if (property.isAsync())
    return runs.reduce<Promise<void>>((previous, run) => previous.then(() => fc.assert(property as never, run)), Promise.resolve())
  for (const run of runs) fc.assert(property as fc.IPropertyWithHooks<Ts>, run)
}
