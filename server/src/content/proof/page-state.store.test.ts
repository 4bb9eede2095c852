import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openStore } from '../../db/dialect.ts'
import { withState } from './page-state.store.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-page-state-'))
const services = { store: openStore(join(folder, 'a.db')), now: () => 1_790_000_000 }
afterAll(async () => {
  await services.store.close()
  rmSync(folder, { recursive: true })
})

const page = { page_id: 1, item_id: 1, cat_id: 0, stored_state: '', fresh_until: 0, days: 0, due: 0, verified_time: 0, changed_time: 0 }

it('returns one object for a cached page, because its encoded and compressed response is kept for this object', async () => {
  const cached = Object.freeze({ ...page })
  const first = await withState(services, cached)
  expect(first).toEqual({ ...page, truth_state: '' })
  expect(Object.isFrozen(first)).toBe(true)
  expect(await withState(services, cached)).toBe(first)
  expect(await withState(services, Object.freeze({ ...page }))).not.toBe(first)
})

it('leaves a page that was changed after its read to the caller', async () => {
  expect(Object.isFrozen(await withState(services, { ...page }))).toBe(false)
})
