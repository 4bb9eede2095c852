import { USERNAME } from '@sheaf/contract'
import { expect, it } from 'vitest'
import { localUsername, namesLike } from '../user.rules.ts'

it.each([
  ['emma', 'emma'],
  ['Emma.Smith@corp.test', 'Emma.Smith'],
  ['CORP\\emma', 'emma'],
  ['王小明', '王小明'],
  ['Emma Smith', 'Emma-Smith'],
  ['ｅｍｍａ', 'emma'],
  ['é', 'user'],
  ['x', 'user-x'],
  ['', 'user'],
  ['<script>', 'script'],
  ['a'.repeat(50), 'a'.repeat(30)],
])('maps the external name %j to %j', (given, local) => {
  expect(localUsername(given)).toBe(local)
  expect(USERNAME.test(local)).toBe(true)
})

it('generates alternative names that are valid', () => {
  expect(namesLike('emma', 3)).toEqual(['emma', 'emma-2', 'emma-3'])
  const long = namesLike('a'.repeat(30), 12)
  expect(long.every((name) => USERNAME.test(name))).toBe(true)
  expect(new Set(long).size).toBe(12)
})
