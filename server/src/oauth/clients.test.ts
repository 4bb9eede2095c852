import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { beforeAll, expect, it } from 'vitest'
import { bearerChallenge } from '../auth/authorization-server.ts'
import { callerByToken } from '../auth/grant.ts'
import { fetchFrom } from '../test/fetched.ts'
import { onOneDatabase, type TestUser } from '../test/product.ts'
import { aReceiver } from '../test/servers/receiver.ts'
import { localOutbound } from '../test/webhooks.ts'
import { RESOURCE, SITE } from './test/program.ts'

/* Clients that others wrote connect, refresh and revoke: the description of the server and its answers are what they expect. */

const redirect_uri = 'http://127.0.0.1:5123/callback'

onOneDatabase(
  'clients of OAuth that others wrote',
  (product) => {
    let emma: TestUser
    beforeAll(async () => {
      emma = await product.user('emma')
    })
    const fetched = fetchFrom(product, SITE)
    /** The user allows what the address asks for. */
    const allow = async (address: URL) => {
      expect(address.pathname).toBe('/user/authorize')
      const { redirect } = await emma.api.oauth.decide({ query: address.search.slice(1), allow: '1', level: '2', days: '90' })
      return new URL(redirect)
    }
    const who = async (token: string) =>
      (await callerByToken(product.server.services, token, { address: '10.0.0.1', agent: '' }, 'agent')).user?.uid

    it('O12: openid-client registers, connects, refreshes and revokes', async () => {
      const config = await openid.dynamicClientRegistration(
        new URL(SITE),
        { client_name: 'openid-client', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' },
        openid.None(),
        { algorithm: 'oauth2', [openid.customFetch]: fetched as openid.CustomFetch },
      )
      const verifier = openid.randomPKCECodeVerifier()
      const state = openid.randomState()
      const back = await allow(
        openid.buildAuthorizationUrl(config, {
          redirect_uri,
          scope: 'read propose',
          state,
          resource: RESOURCE,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      )
      const checks = { pkceCodeVerifier: verifier, expectedState: state }
      const tokens = await openid.authorizationCodeGrant(config, back, checks, { resource: RESOURCE })
      expect(tokens).toMatchObject({ scope: 'read propose', expires_in: 3600 })
      expect(await who(tokens.access_token)).toBe(Number(emma.uid))
      const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
      expect(await who(next.access_token)).toBe(Number(emma.uid))
      await openid.tokenRevocation(config, next.refresh_token ?? '')
      await expect(who(next.access_token)).rejects.toThrow('tokenInvalid')
      await expect(openid.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
    })

    it('O14: openid-client uses the secret of a client that an administrator entered', async () => {
      const given = { name: 'Portal', redirect_uris: JSON.stringify(['https://portal.example/done']), has_secret: '1' }
      const { client_id, client_secret } = await product.admin.api.adminAgent.saveClient(given)
      const config = await openid.discovery(new URL(SITE), client_id, {}, openid.ClientSecretPost(client_secret), {
        algorithm: 'oauth2',
        [openid.customFetch]: fetched as openid.CustomFetch,
      })
      const verifier = openid.randomPKCECodeVerifier()
      const back = await allow(
        openid.buildAuthorizationUrl(config, {
          redirect_uri: 'https://portal.example/done',
          scope: 'read propose',
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      )
      const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier })
      expect(await who(tokens.access_token)).toBe(Number(emma.uid))
    })

    it('O13: openid-client connects as a client that is described at an address', async () => {
      const { services } = product.server
      const host = await aReceiver()
      const client_id = host.at('app.test', '/oauth/client.json')
      const body = JSON.stringify({ client_id, client_name: 'openid-client', redirect_uris: [redirect_uri] })
      host.reply = () => ({ headers: { 'content-type': 'application/json' }, body })
      const { outbound } = services
      services.outbound = localOutbound(services.config, host.ca)
      const { saveConfig } = product.admin.api.adminSetting
      await saveConfig({ oauth_documents: '1' })
      const config = await openid.discovery(new URL(SITE), client_id, {}, openid.None(), {
        algorithm: 'oauth2',
        [openid.customFetch]: fetched as openid.CustomFetch,
      })
      expect(config.serverMetadata().client_id_metadata_document_supported).toBe(true)
      const verifier = openid.randomPKCECodeVerifier()
      const code_challenge = await openid.calculatePKCECodeChallenge(verifier)
      const asked = { redirect_uri, scope: 'read propose', code_challenge, code_challenge_method: 'S256' }
      const back = await allow(openid.buildAuthorizationUrl(config, asked)).finally(() => host.close())
      services.outbound = outbound
      await saveConfig({ oauth_documents: '0' })
      const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier })
      expect(await who(tokens.access_token)).toBe(Number(emma.uid))
      const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
      expect(await who(next.access_token)).toBe(Number(emma.uid))
    })

    it('O1, O2: oauth4webapi finds the server by the answer to a refused agent, and connects', async () => {
      const options = { [oauth.customFetch]: fetched as never }
      const refused = new Response(null, { status: 401, headers: { 'www-authenticate': bearerChallenge(product.server.services.config) } })
      const where = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? ''
      expect(new URL(where).pathname).toBe('/.well-known/oauth-protected-resource/mcp')
      const resource = new URL(RESOURCE)
      const described = await oauth.processResourceDiscoveryResponse(resource, await oauth.resourceDiscoveryRequest(resource, options))
      const issuer = new URL(described.authorization_servers?.[0] ?? '')
      const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options }))
      const client = await oauth.processDynamicClientRegistrationResponse(
        await oauth.dynamicClientRegistrationRequest(server, { client_name: 'oauth4webapi', redirect_uris: [redirect_uri] }, options),
      )
      const verifier = oauth.generateRandomCodeVerifier()
      const address = new URL(server.authorization_endpoint ?? '')
      const asked = {
        client_id: client.client_id,
        redirect_uri,
        response_type: 'code',
        scope: described.scopes_supported?.join(' ') ?? '',
        state: 'abc',
        resource: described.resource,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
      // The issuer in the answer is compared with that of the description.
      const answer = oauth.validateAuthResponse(server, client, await allow(address), 'abc')
      const reply = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), answer, redirect_uri, verifier, options)
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, reply)
      expect(await who(tokens.access_token)).toBe(Number(emma.uid))
      const again = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token ?? '', options)
      expect(await who((await oauth.processRefreshTokenResponse(server, client, again)).access_token)).toBe(Number(emma.uid))
    })
  },
  { PUBLIC_URL: SITE },
)
