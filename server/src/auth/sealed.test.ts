import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { seal, unseal } from './secrets.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'sheaf-sealed-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))
const keeper = (SECRET_KEY?: string) => ({ config: { DATA_DIR, SECRET_KEY } })

it('opens what it sealed, by the same key and under the same name alone', () => {
  const sealed = seal(keeper(), 'ldap', '密码 hush')
  expect(sealed).not.toContain('hush')
  expect(seal(keeper(), 'ldap', '密码 hush')).not.toBe(sealed)
  // A restart reads the same key.
  expect(unseal(keeper(), 'ldap', sealed)).toBe('密码 hush')
  expect(unseal(keeper(), 'oauth2', sealed)).toBeUndefined()
  expect(unseal(keeper('another key of thirty-two signs.'), 'ldap', sealed)).toBeUndefined()
  expect(readFileSync(join(DATA_DIR, 'secret-key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
})

it('opens nothing that was changed', () => {
  const sealed = seal(keeper(), 'x', 'text')
  const parts = sealed.split('.')
  for (const [at, part] of parts.entries()) {
    const other = [...part]
    other[0] = other[0] === 'A' ? 'B' : 'A'
    expect(unseal(keeper(), 'x', parts.with(at, other.join('')).join('.'))).toBeUndefined()
  }
  for (const text of ['', 'text', 'v1', 'v1...', 'v1.AAAA.AAAA.AAAA']) expect(unseal(keeper(), 'x', text)).toBeUndefined()
})
