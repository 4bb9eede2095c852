import { expect, it } from 'vitest'
import { groupsOfClaims } from './groups.ts'

const many = (count: number) => Array.from({ length: count }, (_, n) => `group-${n}`)

it.each<[string, Record<string, unknown>, string, unknown]>([
  ['a list', { groups: ['Writers', 'writers', 'Writers'] }, '', { groups: ['Writers', 'writers'] }],
  ['an empty list', { groups: [] }, '', { groups: [] }],
  ['numbers of departments', { groups: [12, '12', 7] }, '', { groups: ['12', '7'] }],
  ['a path', { realm_access: { roles: ['editor'] } }, 'realm_access.roles', { groups: ['editor'] }],
  ['a name with dots', { 'https://acme.test/groups': ['a'] }, 'https://acme.test/groups', { groups: ['a'] }],
  ['a text, which is one group', { groups: 'admins,writers owners' }, '', { groups: ['admins,writers owners'] }],
  ['spaces, which belong to the name', { groups: [' writers'] }, '', { groups: [' writers'] }],
  ['a name that is too long', { groups: ['x'.repeat(256), 'x'.repeat(255)] }, '', { groups: ['x'.repeat(255)] }],
  ['500 groups', { groups: many(500) }, '', { groups: many(500) }],
])('reads %s', (_, claims, path, expected) => {
  expect(groupsOfClaims(claims, path)).toEqual(expected)
})

it.each<[string, Record<string, unknown>, string, string]>([
  ['no claim', {}, '', 'missing'],
  ['null', { groups: null }, '', 'missing'],
  ['an empty text', { groups: '' }, '', 'missing'],
  ['a path that ends early', { realm_access: 'roles' }, 'realm_access.roles', 'missing'],
  ['an inherited property', {}, '__proto__.constructor.name', 'missing'],
  ['a property of a list', { realm_access: ['x'] }, 'realm_access.length', 'missing'],
  ['an object', { groups: { writers: true } }, '', 'unreadable'],
  ['true', { groups: true }, '', 'unreadable'],
  ['a list of objects', { groups: [{ name: 'writers' }] }, '', 'unreadable'],
  ['a list with a list', { groups: ['writers', ['admins']] }, '', 'unreadable'],
  ['501 groups', { groups: many(501) }, '', 'tooMany'],
  ['10,000 equal groups', { groups: Array(10_000).fill('writers') }, '', 'tooMany'],
  ['a note that they are elsewhere', { _claim_names: { groups: 'src1' } }, '', 'overage'],
  ['such a note next to some of them', { groups: ['writers'], _claim_names: { groups: 'src1' } }, '', 'overage'],
  ['such a note about the first part of the path', { _claim_names: { realm_access: 'src1' } }, 'realm_access.roles', 'overage'],
  ['hasgroups', { hasgroups: true }, '', 'overage'],
])('S171: %s says nothing about groups', (_, claims, path, unsaid) => {
  expect(groupsOfClaims(claims, path)).toEqual({ unsaid })
})
