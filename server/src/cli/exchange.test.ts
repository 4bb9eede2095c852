import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exchange } from './data-dir.ts'

it('two restores in the same second keep the previous content of each', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-exchange-'))
  const inside = (name: string) => readFileSync(join(folder, name), 'utf8')
  writeFileSync(join(folder, 'sheaf.db'), 'first')
  for (const text of ['second', 'third']) {
    const fresh = join(folder, `restoring-${text}`)
    mkdirSync(fresh)
    writeFileSync(join(fresh, 'sheaf.db'), text)
    await exchange(folder, fresh, ['sheaf.db'], '20261123T051436')
    rmSync(fresh, { recursive: true })
  }
  expect(readdirSync(folder).sort()).toEqual(['before-restore-20261123T051436', 'before-restore-20261123T051436-2', 'sheaf.db'])
  expect([
    inside('before-restore-20261123T051436/sheaf.db'),
    inside('before-restore-20261123T051436-2/sheaf.db'),
    inside('sheaf.db'),
  ]).toEqual(['first', 'second', 'third'])
  rmSync(folder, { recursive: true })
})
