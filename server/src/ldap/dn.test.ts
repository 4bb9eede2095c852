import { expect, it } from 'vitest'
import { dnKey, isWithin } from './dn.ts'

it.each([
  ['cn=Writers,ou=groups,dc=example,dc=test', 'CN=writers , OU=Groups,dc=EXAMPLE,dc=test'],
  ['cn=a\\,b,dc=test', 'cn=a\\2Cb,dc=test'],
  ['cn=研发,dc=test', 'cn=\\E7\\A0\\94\\E5\\8F\\91,dc=test'],
  ['cn=a+uid=b,dc=test', 'uid=b+cn=a,dc=test'],
])('S171: %s is the same entry as %s', (one, other) => {
  expect(dnKey(one)).toBeDefined()
  expect(dnKey(one)).toBe(dnKey(other))
})

it.each([
  ['cn=a\\,b,dc=test', 'cn=a,b=,dc=test'],
  ['cn=a\\,ou=b,dc=test', 'cn=a,ou=b,dc=test'],
  ['cn=a\\2Cou=b,dc=test', 'cn=a,ou=b,dc=test'],
  ['cn=a\\+uid=b,dc=test', 'cn=a+uid=b,dc=test'],
  ['cn=a*,dc=test', 'cn=ab,dc=test'],
  ['cn=a,dc=test', 'ou=a,dc=test'],
])('S171: %s is another entry than %s', (one, other) => {
  expect(dnKey(one)).not.toBe(dnKey(other))
})

it.each(['', 'writers', 'cn=', 'cn', '=x', 'cn=a,', ',cn=a', 'cn=a,,dc=b', 'cn=a\\', '(cn=a)', 'c*n=a,dc=b'])(
  'S171: %j is no DN',
  (text) => {
    expect(dnKey(text)).toBeUndefined()
  },
)

it('says what is below an entry', () => {
  expect(isWithin('cn=a,ou=groups,dc=test', 'OU=groups,dc=test')).toBe(true)
  expect(isWithin('cn=a,xou=groups,dc=test', 'ou=groups,dc=test')).toBe(false)
  expect(isWithin('cn=a\\,ou=groups,dc=test', 'ou=groups,dc=test')).toBe(false)
})
