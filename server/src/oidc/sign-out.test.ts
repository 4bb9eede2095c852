import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ProviderForm, providerFields } from '@sheaf/contract'
import { afterEach, expect, it } from 'vitest'
import { signInAddress, signOutAddress } from './provider.ts'

let server: Server | undefined
afterEach(() => void server?.close())

/** A provider that describes itself with this address to sign out. */
async function formOf(end_session_endpoint: string | undefined): Promise<ProviderForm> {
  const answer = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    ...(end_session_endpoint === undefined ? {} : { end_session_endpoint }),
  })
  const started = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(url)))
  })
  server = started
  await new Promise<void>((done) => void started.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(started.address() as AddressInfo).port}`
  const empty = Object.fromEntries(providerFields.map((field) => [field, ''])) as ProviderForm
  return { ...empty, issuer: url, client_id: 'docs', redirectUri: 'https://docs.example.com/api/ExtLogin/oauth2' }
}
const leaving = { id_token: 'proof', state: 'abc', back: 'https://docs.example.com/user/login?out=1' }

it.each(['javascript:alert(1)', 'data:text/html,x', '/logout', 'ftp://acme.test/logout', '', undefined])(
  'S166: opens no address such as %j',
  async (endpoint) => {
    expect(await signOutAddress(await formOf(endpoint), leaving)).toBeUndefined()
  },
)

it('keeps the parameters of the address, and names the proof only when there is one', async () => {
  const form = await formOf('https://acme.test/logout?tenant=7')
  const whole = new URL(String(await signOutAddress(form, leaving)))
  expect(Object.fromEntries(whole.searchParams)).toEqual({
    tenant: '7',
    id_token_hint: 'proof',
    client_id: 'docs',
    post_logout_redirect_uri: leaving.back,
    state: 'abc',
  })
  const plain = new URL(String(await signOutAddress(form, { ...leaving, id_token: '' })))
  expect(plain.searchParams.has('id_token_hint')).toBe(false)
})

it('a client without a secret signs in and out', async () => {
  const form = await formOf('https://acme.test/logout')
  const begun = { state: 'abc', verifier: 'v'.repeat(43), nonce: 'n', isInApp: false }
  expect(await signInAddress({ kind: 'oidc', form }, begun)).toContain(`${form.issuer}/auth?`)
  expect(await signOutAddress(form, leaving)).toContain('https://acme.test/logout?')
})

it('is only for OpenID Connect', async () => {
  expect(await signOutAddress({ ...(await formOf('https://acme.test/logout')), issuer: '' }, leaving)).toBeUndefined()
})
