import { expect, it } from 'vitest'
import { unwrapped, userFromClaims } from './provider.ts'

it.each([
  [
    { sub: 'a1', preferred_username: 'emma', name: 'Emma', email: 'e@x.test', email_verified: true },
    ['id:a1', 'emma', 'Emma', 'e@x.test', true],
  ],
  [{ id: 42, login: 'emma', name: null }, ['id:42', 'emma', '', '', false]],
  [{ username: 'Emma' }, ['name:emma', 'Emma', '', '', false]],
  [{ code: 0, data: { user_id: 7, username: 'emma', mail: 'e@x.test' } }, ['id:7', 'emma', '', 'e@x.test', false]],
  [{ sub: 'a1', email: 'e.mma@x.test' }, ['id:a1', 'e.mma', '', 'e.mma@x.test', false]],
  [{ sub: 'a1', email_verified: 'yes', name: { evil: 1 } }, ['id:a1', 'a1', '', '', false]],
])('S84: reads the user from the claims %j', (claims, [subject, username, name, email, isVerified]) => {
  expect(userFromClaims(unwrapped(claims))).toMatchObject({ subject, username, name, email, isVerified })
})

it.each([{}, { sub: '' }, { sub: {}, username: [] }, { data: null }])('refuses the claims %j, which identify no user', (claims) => {
  expect(() => userFromClaims(unwrapped(claims as Record<string, unknown>))).toThrow('providerNobody')
})
