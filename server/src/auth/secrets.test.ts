import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { randomHex, sameSecret } from './secrets.ts'

it('S79: secrets are unique random bytes of the requested length', () => {
  const made = Array.from({ length: 10_000 }, () => randomHex(16))
  expect(new Set(made).size).toBe(10_000)
  for (const secret of made) expect(secret).toMatch(/^[0-9a-f]{32}$/)
  // Each digit occurs about equally often.
  const counts = new Map<string, number>()
  for (const digit of made.join('')) counts.set(digit, (counts.get(digit) ?? 0) + 1)
  for (const [digit, count] of counts) expect([digit, Math.abs(count - 20_000) < 1500]).toEqual([digit, true])
})

it('S79: secrets are compared as a whole', () => {
  expect([sameSecret('abc', 'abc'), sameSecret('abc', 'abd'), sameSecret('abc', 'ab'), sameSecret('', 'a'), sameSecret('', '')]).toEqual([
    true,
    false,
    false,
    false,
    true,
  ])
})

it('S79: the server uses no other source of randomness, except for generated mock responses', () => {
  const source = join(import.meta.dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|^(test|mock)\//.test(file),
  )
  expect(files.filter((file) => /Math\.random|pseudoRandomBytes|uuid\.v1/.test(readFileSync(join(source, file), 'utf8')))).toEqual([])
})
