import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { localFiles } from './local.ts'

/** What every store must do; a new store is one more row. */
describe.each([['local', () => localFiles(mkdtempSync(join(tmpdir(), 'sheaf-files-')))]])('%s store', (_kind, make) => {
  const name = `ab/${'0'.repeat(30)}`

  it('keeps, measures, reads a stretch and removes', async () => {
    const files = make()
    await files.put(name, Buffer.from('0123456789'))
    expect(await files.size(name)).toBe(10)
    expect(String(await buffer(await files.read(name)))).toBe('0123456789')
    expect(String(await buffer(await files.read(name, { start: 2, end: 4 })))).toBe('234')
    await files.remove(name)
    await expect(files.read(name)).rejects.toThrow()
    await files.remove(name)
  })

  it.each(['../etc/passwd', 'ab/..', '/etc/passwd', 'ab/short'])('refuses the name %s', async (bad) => {
    await expect(make().put(bad, Buffer.from('x'))).rejects.toThrow()
  })
})
