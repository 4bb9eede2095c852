import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { fetchFrom } from '../../test/fetched.ts'
import type { Product, TestUser } from '../../test/product.ts'

type Mode = 'legacy' | 'auto' | { pin: string }
type Headers = Record<string, string>

interface Options {
  mode?: Mode
  url?: string
  headers?: Headers
}

/** The client library of the protocol, connected with a token. */
export async function connect(product: Product, token: string | undefined, { mode = 'auto', url = '/mcp', headers = {} }: Options = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL(`http://localhost${url}`), {
    fetch: fetchFrom(product),
    requestInit: { headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'accept-language': 'en', ...headers } },
  })
  await client.connect(transport)
  return client
}

/** A token of a user without a password prompt. */
export async function tokenOf(who: TestUser, { level = '1', item_ids }: { level?: string; item_ids?: string[] } = {}) {
  const limits = item_ids ? { is_limited: '1', item_ids: JSON.stringify(item_ids) } : {}
  return (await who.api.token.save({ name: 'Cursor', level, days: '30', ...limits })).token
}

/** The text of an answer, and whether it is a refusal. */
export async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
  const [first] = content
  return {
    text: first?.type === 'text' ? first.text : '',
    data: structuredContent as Record<string, never> | undefined,
    isError: isError === true,
  }
}

/** One message without the client library. */
export async function post({ send }: Product, token: string | undefined, message: unknown, headers: Headers = {}, url = '/mcp') {
  return send({
    method: 'POST',
    url,
    payload: typeof message === 'string' ? message : JSON.stringify(message),
    headers: {
      host: 'localhost',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'accept-language': 'en',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  })
}
