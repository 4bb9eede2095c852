import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { later } from '../test/clock.ts'
import { fetchFrom } from '../test/fetched.ts'
import { onOneDatabase, type TestUser } from '../test/product.ts'
import { aReceiver, type Receiver } from '../test/servers/receiver.ts'
import { localOutbound } from '../test/webhooks.ts'
import { RESOURCE, SITE } from './test/program.ts'

/* The client library of the protocol finds its way from a refused request to the tools, as each kind of client. */

const redirect_uri = 'http://127.0.0.1:5123/callback'

/** What a program adds for its kind: the address of its document, or what an administrator gave it. */
interface Own {
  clientMetadataUrl?: string
  given?: StoredOAuthClientInformation
}

/** A program that keeps what it receives in memory. */
class Library implements OAuthClientProvider {
  readonly redirectUrl = redirect_uri
  readonly clientMetadata = { client_name: 'Library', redirect_uris: [redirect_uri] }
  readonly clientMetadataUrl?: string
  client: StoredOAuthClientInformation | undefined
  held: StoredOAuthTokens | undefined
  /** The query of the address that the user was sent to. */
  asked = ''
  #verifier = ''
  #discovered: OAuthDiscoveryState | undefined
  constructor({ clientMetadataUrl, given }: Own) {
    if (clientMetadataUrl) this.clientMetadataUrl = clientMetadataUrl
    this.client = given
  }
  clientInformation() {
    return this.client
  }
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.client = client
  }
  tokens() {
    return this.held
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.held = tokens
  }
  codeVerifier() {
    return this.#verifier
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  discoveryState() {
    return this.#discovered
  }
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovered = state
  }
  redirectToAuthorization({ search }: URL) {
    this.asked = search.slice(1)
  }
  invalidateCredentials() {
    this.held = undefined
  }
}

onOneDatabase(
  'the OAuth provider of the client library',
  (product) => {
    let emma: TestUser
    let host: Receiver
    beforeAll(async () => {
      emma = await product.user('emma')
      host = await aReceiver()
      const { services } = product.server
      services.outbound = localOutbound(services.config, host.ca)
      await product.admin.api.adminSetting.saveConfig({ oauth_documents: '1' })
    })
    afterAll(() => host.close())

    /** A client of an administrator, as its program has it in its settings. */
    async function given(has_secret: '0' | '1'): Promise<Own> {
      const entered = { name: 'Library', redirect_uris: JSON.stringify([redirect_uri]), has_secret }
      const { client_id, client_secret } = await product.admin.api.adminAgent.saveClient(entered)
      return { given: { client_id, issuer: SITE, ...(client_secret && { client_secret }) } }
    }

    async function described(): Promise<Own> {
      const client_id = host.at('app.test', '/oauth/library.json')
      const body = JSON.stringify({ client_id, client_name: 'Library', redirect_uris: [redirect_uri] })
      host.reply = () => ({ headers: { 'content-type': 'application/json' }, body })
      return { clientMetadataUrl: client_id }
    }

    const kinds = {
      registered: async () => ({}),
      document: described,
      given: () => given('0'),
      'given, with a secret': () => given('1'),
    }
    it.each(Object.entries(kinds))(
      'O1 to O13, %s: connects, is refreshed after an hour, and asks again when it was disconnected',
      async (kind, own) => {
        const program = new Library(await own())
        const transport = () =>
          new StreamableHTTPClientTransport(new URL(RESOURCE), { authProvider: program, fetch: fetchFrom(product, SITE) })
        const toolsOf = async () => {
          const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
          await client.connect(transport())
          return (await client.listTools()).tools.length
        }

        await expect(toolsOf()).rejects.toThrow(UnauthorizedError)
        const query = program.asked
        expect(await emma.api.oauth.request({ query })).toMatchObject({ kind: kind.split(',')[0], client_name: 'Library', level: '2' })
        const { redirect } = await emma.api.oauth.decide({ query, allow: '1', level: '2', days: '90' })
        await transport().finishAuth(new URL(redirect).searchParams)
        expect(program.client?.client_id).toBe(new URLSearchParams(query).get('client_id'))
        expect(await toolsOf()).toBe(9)

        const first = program.held
        const back = later(product, 3601)
        expect(await toolsOf().finally(back)).toBe(9)
        expect(program.held?.access_token).not.toBe(first?.access_token)
        expect(program.held?.refresh_token).not.toBe(first?.refresh_token)

        const grants = await emma.api.token.getList({})
        const grant_id = grants.find(({ client_id }) => client_id === program.client?.client_id)?.grant_id ?? ''
        await emma.api.token.end({ grant_id })
        await expect(toolsOf()).rejects.toThrow(UnauthorizedError)
        expect(program.asked).not.toBe(query)
      },
    )
  },
  { PUBLIC_URL: SITE },
)
