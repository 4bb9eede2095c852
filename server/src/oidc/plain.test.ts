import type { Oauth2Form } from '@sheaf/contract'
import { expect, it } from 'vitest'
import { plainEndpoints } from './plain.ts'

const form = (more: Partial<Oauth2Form> = {}) =>
  ({
    redirectUri: '',
    entrance_tips: '',
    client_id: '',
    client_secret: '',
    protocol: 'https',
    host: 'sso.example.test',
    authorize_path: '/authorize',
    token_path: 'token',
    resource_path: '/resource',
    userinfo_path: '',
    issuer: '',
    scope: '',
    register_open: '',
    ...more,
  }) satisfies Oauth2Form

it('builds the addresses of the endpoints from the settings', () => {
  expect(plainEndpoints(form())).toEqual({
    authorize: 'https://sso.example.test/authorize',
    token: 'https://sso.example.test/token',
    userinfo: 'https://sso.example.test/resource',
  })
  const { authorize, userinfo } = plainEndpoints(
    form({ protocol: 'http', host: 'http://sso.example.test:8080/staff/', userinfo_path: '/me?a=1' }),
  )
  expect([authorize, userinfo]).toEqual(['http://sso.example.test:8080/staff/authorize', 'http://sso.example.test:8080/staff/me?a=1'])
})

it.each(['user:secret@sso.example.test', 'evil test', 'sso.example.test?x=', 'sso.example.test#', ''])(
  'S85: refuses %j as a host',
  (host) => {
    expect(() => plainEndpoints(form({ host }))).toThrow()
  },
)
