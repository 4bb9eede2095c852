import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { randomHex, sameSecret } from './secrets.ts'

it('S79: secrets are random bytes, as many as asked for, and no two alike', () => {
  const made = Array.from({ length: 10_000 }, () => randomHex(16))
  expect(new Set(made).size).toBe(10_000)
  for (const one of made) expect(one).toMatch(/^[0-9a-f]{32}$/)
  // Every digit comes up as often as any other, within what chance allows.
  const counts = new Map<string, number>()
  for (const digit of made.join('')) counts.set(digit, (counts.get(digit) ?? 0) + 1)
  for (const [digit, count] of counts) expect([digit, Math.abs(count - 20_000) < 1500]).toEqual([digit, true])
})

it('S79: secrets are compared whole', () => {
  expect([sameSecret('abc', 'abc'), sameSecret('abc', 'abd'), sameSecret('abc', 'ab'), sameSecret('', 'a'), sameSecret('', '')]).toEqual([
    true,
    false,
    false,
    false,
    true,
  ])
})

it('S79: nothing on the server draws lots by other means, but the made-up answers of mocks', () => {
  const source = join(import.meta.dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|^(test|mock)\//.test(file),
  )
  expect(files.filter((file) => /Math\.random|pseudoRandomBytes|uuid\.v1/.test(readFileSync(join(source, file), 'utf8')))).toEqual([])
})
