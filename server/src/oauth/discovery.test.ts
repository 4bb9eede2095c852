import { expect, it } from 'vitest'
import { bearerChallenge } from '../auth/authorization-server.ts'
import { onOneDatabase } from '../test/product.ts'
import { SITE } from './test/program.ts'

const SERVER = '/.well-known/oauth-authorization-server'
const RESOURCE = '/.well-known/oauth-protected-resource'

onOneDatabase(
  'discovery of OAuth',
  (product) => {
    it('O1: describes the authorization server', async () => {
      const reply = await product.send({ url: SERVER, headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } })
      expect(reply.headers['access-control-allow-origin']).toBe('*')
      expect(reply.json()).toEqual({
        issuer: SITE,
        authorization_endpoint: `${SITE}/user/authorize`,
        token_endpoint: `${SITE}/oauth/token`,
        revocation_endpoint: `${SITE}/oauth/revoke`,
        registration_endpoint: `${SITE}/oauth/register`,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
        revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
        scopes_supported: ['read', 'propose', 'write', 'manage'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: false,
      })
    })

    it('O2: describes what tokens are for', async () => {
      for (const path of ['', '/mcp']) {
        const reply = await product.send({ url: RESOURCE + path })
        expect(reply.headers['access-control-allow-origin']).toBe('*')
        expect(reply.json()).toEqual({
          resource: `${SITE}/mcp`,
          authorization_servers: [SITE],
          scopes_supported: ['read', 'propose'],
          bearer_methods_supported: ['header'],
        })
      }
      expect((await product.send({ url: `${RESOURCE}/other` })).statusCode).toBe(404)
    })

    it('O2: pages of other sites read these two documents, and no answer of the endpoints or of agents', async () => {
      const { token } = await product.admin.api.token.save({ name: 'CI', level: '1', days: '1' })
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      }
      const payload = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'
      for (const url of ['/mcp', '/oauth/token', '/oauth/register', '/oauth/revoke', '/user/authorize']) {
        const read = await product.send({ url })
        const sent = await product.send({ method: 'POST', url, payload, headers })
        expect([url, read.headers['access-control-allow-origin'], sent.headers['access-control-allow-origin']]).toEqual([
          url,
          undefined,
          undefined,
        ])
        if (url === '/mcp') expect(sent.statusCode).toBe(200)
      }
    })

    it('O2: names the place where an agent without a token can ask for access', () => {
      const { config } = product.server.services
      const where = `resource_metadata="${SITE}${RESOURCE}/mcp", scope="read propose"`
      expect(bearerChallenge(config)).toBe(`Bearer ${where}`)
      expect(bearerChallenge(config, { isWrong: true })).toBe(`Bearer error="invalid_token", ${where}`)
      expect(bearerChallenge({ PUBLIC_URL: undefined })).toBe('Bearer')
    })
  },
  { PUBLIC_URL: SITE },
)

onOneDatabase(
  'discovery of OAuth below a base path',
  (product) => {
    it('W27: is at the root of the host, with the path after it', async () => {
      expect((await product.send({ url: `${SERVER}/docs` })).json()).toMatchObject({
        issuer: `${SITE}/docs`,
        token_endpoint: `${SITE}/docs/oauth/token`,
      })
      expect((await product.send({ url: `${RESOURCE}/docs/mcp` })).json()).toMatchObject({ resource: `${SITE}/docs/mcp` })
      expect(bearerChallenge(product.server.services.config)).toContain(`"${SITE}${RESOURCE}/docs/mcp"`)
      expect((await product.send({ url: `${SERVER}/other` })).statusCode).toBe(404)
      expect((await product.send({ method: 'POST', url: '/docs/oauth/token' })).json()).toMatchObject({ error: 'invalid_request' })
      expect((await product.send({ url: '/api/item/myList' })).statusCode).toBe(404)
    })
  },
  { PUBLIC_URL: `${SITE}/docs`, BASE_PATH: '/docs' },
)

onOneDatabase(
  'without https',
  (product) => {
    it('no program is connected', async () => {
      for (const url of [SERVER, RESOURCE, `${RESOURCE}/mcp`]) expect((await product.send({ url })).statusCode).toBe(404)
      for (const url of ['/oauth/token', '/oauth/register', '/oauth/revoke'])
        expect((await product.send({ method: 'POST', url })).statusCode).toBe(404)
      await expect(product.admin.api.oauth.request({ query: 'client_id=x' })).rejects.toThrow('https')
    })
  },
  { PUBLIC_URL: 'http://docs.example.test' },
)
