import { createHash, randomBytes } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import type { Product, TestUser } from '../../test/product.ts'

/* A program that connects to the site, as a client of OAuth. */

export const SITE = 'https://docs.example.test'
export const RESOURCE = `${SITE}/mcp`
const REDIRECT = 'http://127.0.0.1:33418/callback'

type Fields = Record<string, string | string[]>

/** The answer of an endpoint: what a program receives, or an error. */
type Answered = { status: number; headers: OutgoingHttpHeaders } & {
  [name in 'access_token' | 'refresh_token' | 'scope' | 'error' | 'error_name']?: string
}

interface Registered {
  status: number
  client_id: string
  client_name: string
  redirect_uris: string[]
}

const encoded = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
  ).toString()

/** Posts a form as a program does, without a cookie. */
export async function post({ send }: Product, url: string, fields: Fields, headers: Record<string, string> = {}): Promise<Answered> {
  const reply = await send({
    method: 'POST',
    url,
    payload: encoded(fields),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  return { status: reply.statusCode, headers: reply.headers, ...reply.json<object>() }
}

export async function register({ send }: Product, description: object): Promise<Registered> {
  const reply = await send({
    method: 'POST',
    url: '/oauth/register',
    payload: JSON.stringify(description),
    headers: { 'content-type': 'application/json' },
  })
  return { status: reply.statusCode, ...reply.json<Omit<Registered, 'status'>>() }
}

export async function aProgram(product: Product, { redirect_uri = REDIRECT, client_id = '', client_secret = '' } = {}) {
  const id = client_id || (await register(product, { client_name: 'Claude Code', redirect_uris: [redirect_uri] })).client_id
  const base = { client_id: id, ...(client_secret && { client_secret }) }
  const verifier = () => randomBytes(32).toString('base64url')
  let code_verifier = verifier()

  /** The query of a new request for access. */
  function ask(more: Record<string, string | undefined> = {}) {
    code_verifier = verifier()
    const fields = {
      response_type: 'code',
      client_id: id,
      redirect_uri,
      scope: 'read propose write',
      state: 'xyz',
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: RESOURCE,
      ...more,
    }
    return new URLSearchParams(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined)).toString()
  }

  const exchange = (code: string, more: Fields = {}, headers: Record<string, string> = {}) => {
    const fields = { grant_type: 'authorization_code', ...base, code, redirect_uri, code_verifier, resource: RESOURCE, ...more }
    return post(product, '/oauth/token', fields, headers)
  }
  const refresh = (refresh_token: string, more: Fields = {}) =>
    post(product, '/oauth/token', { grant_type: 'refresh_token', ...base, refresh_token, ...more })
  const revoke = (token: string, more: Fields = {}) => post(product, '/oauth/revoke', { ...base, token, ...more })

  /** The answer to the program after the user has decided, as the fields of the redirect address. */
  async function decide(who: TestUser, query = ask(), more: Record<string, string> = {}) {
    const { redirect } = await who.api.oauth.decide({ query, allow: '1', level: '2', days: '90', ...more })
    return { redirect, ...Object.fromEntries(new URL(redirect).searchParams) } as Record<string, string>
  }
  /** Connects the program and returns its tokens. */
  const connect = async (who: TestUser, more: Record<string, string> = {}) => exchange((await decide(who, ask(), more))['code'] ?? '')
  return { client_id: id, redirect_uri, ask, exchange, refresh, revoke, decide, connect }
}

export type Program = Awaited<ReturnType<typeof aProgram>>
