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
])('%j is called %j here', (given, here) => {
  expect(localUsername(given)).toBe(here)
  expect(USERNAME.test(here)).toBe(true)
})

it('finds other names that fit', () => {
  expect(namesLike('emma', 3)).toEqual(['emma', 'emma-2', 'emma-3'])
  const long = namesLike('a'.repeat(30), 12)
  expect(long.every((name) => USERNAME.test(name))).toBe(true)
  expect(new Set(long).size).toBe(12)
})
