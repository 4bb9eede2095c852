import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { claimFolder } from './only-server.ts'

const parent = mkdtempSync(join(tmpdir(), 'sheaf-claim-'))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(parent, 'data-'))
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const claim = () => claimFolder({ DATA_DIR: folder, DATABASE_URL: undefined })

it('the claim of a folder leaves one file', () => {
  claim()
  expect(readdirSync(folder)).toEqual(['server.lock'])
})

it.skipIf(process.getuid?.() !== 0)('a start as root leaves a lock for the owner of the folder (needs root)', () => {
  chownSync(folder, 65534, 65534)
  writeFileSync(join(folder, 'server.lock'), '')
  chmodSync(join(folder, 'server.lock'), 0o644)
  claim()
  expect(statSync(join(folder, 'server.lock'))).toMatchObject({ uid: 65534, gid: 65534 })
})

it('a lock file that cannot be used is named', () => {
  writeFileSync(join(folder, 'server.lock'), 'no lock '.repeat(100))
  expect(claim).toThrow(`${join(folder, 'server.lock')} cannot be locked`)
})
