import { type ProviderForm, providerFields } from '@sheaf/contract'
import { expect, it } from 'vitest'
import { plainEndpoints } from './plain.ts'

const form = (more: Partial<ProviderForm> = {}): ProviderForm => ({
  ...(Object.fromEntries(providerFields.map((field) => [field, ''])) as ProviderForm),
  protocol: 'https',
  host: 'sso.example.test',
  authorize_path: '/authorize',
  token_path: 'token',
  resource_path: '/resource',
  ...more,
})

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
