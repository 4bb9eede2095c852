import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { awaitStaging } from './releases.ts'

const root = mkdtempSync(join(tmpdir(), 'sheaf-bring-'))
mkdirSync(join(root, 'releases'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function work() {
  let begun = 0
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  promise.catch(() => {})
  const stage = () => {
    begun++
    return promise
  }
  return { stage, resolve, reject, begun: () => begun }
}

it('does not block a request, and later calls wait for the same download', async () => {
  const { stage, resolve, begun } = work()
  expect(await awaitStaging(root, '0.2.0', stage, 5)).toBe(false)
  expect(await awaitStaging(root, '0.2.0', stage, 5)).toBe(false)
  const joined = awaitStaging(root, '0.2.0', stage)
  resolve()
  expect(await joined).toBe(true)
  expect(begun()).toBe(1)
})

it('S90: stages one version at a time, and reports a failure to the next caller', async () => {
  const { stage, reject, begun } = work()
  expect(await awaitStaging(root, '0.2.0', stage, 5)).toBe(false)
  await expect(awaitStaging(root, '0.3.0', stage, 5)).rejects.toMatchObject({ error: 'updateBusy' })
  reject(new Error('broken'))
  await expect(awaitStaging(root, '0.2.0', stage)).rejects.toThrow('broken')
  // The next call starts a new download.
  await expect(awaitStaging(root, '0.2.0', () => Promise.reject(new Error('again')))).rejects.toThrow('again')
  expect(await awaitStaging(root, '0.2.0', () => Promise.resolve())).toBe(true)
  expect(begun()).toBe(1)
})
