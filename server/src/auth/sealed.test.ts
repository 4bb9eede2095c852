import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { seal, unseal } from './secrets.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'sheaf-sealed-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))
const services = (SECRET_KEY?: string) => ({ config: { DATA_DIR, SECRET_KEY } })

it('decrypts a secret only with the same key and name', () => {
  const sealed = seal(services(), 'ldap', '密码 hush')
  expect(sealed).not.toContain('hush')
  expect(seal(services(), 'ldap', '密码 hush')).not.toBe(sealed)
  // A restart reads the same key.
  expect(unseal(services(), 'ldap', sealed)).toBe('密码 hush')
  expect(unseal(services(), 'oauth2', sealed)).toBeUndefined()
  expect(unseal(services('another key of thirty-two signs.'), 'ldap', sealed)).toBeUndefined()
  expect(readFileSync(join(DATA_DIR, 'secret-key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
})

it('decrypts no text that was changed', () => {
  const sealed = seal(services(), 'x', 'text')
  const parts = sealed.split('.')
  for (const [at, part] of parts.entries()) {
    const other = [...part]
    other[0] = other[0] === 'A' ? 'B' : 'A'
    expect(unseal(services(), 'x', parts.with(at, other.join('')).join('.'))).toBeUndefined()
  }
  for (const text of ['', 'text', 'v1', 'v1...', 'v1.AAAA.AAAA.AAAA']) expect(unseal(services(), 'x', text)).toBeUndefined()
})
