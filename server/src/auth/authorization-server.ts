import { type Config, isLoopback } from '../runtime/config.ts'

/** The addresses of OAuth (W27). They come from PUBLIC_URL alone, never from a request. */
export interface AuthorizationServer {
  issuer: string
  /** The path of PUBLIC_URL, '' at the root of a host. */
  path: string
  /** What tokens of connected programs are valid for. */
  resource: string
  /** The address of the description of `resource`: at the root of the host, with the path of the resource after it. */
  resourceMetadata: string
}

export const METADATA = { server: '/.well-known/oauth-authorization-server', resource: '/.well-known/oauth-protected-resource' }
export const RESOURCE_PATH = '/mcp'

/** Undefined unless the public address is https or this computer, because tokens must not travel in clear text. */
export function authorizationServer({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): AuthorizationServer | undefined {
  if (!PUBLIC_URL) return undefined
  const { protocol, hostname, origin, pathname } = new URL(PUBLIC_URL)
  if (protocol !== 'https:' && !isLoopback(hostname.replace(/^\[|\]$/g, ''))) return undefined
  const path = pathname.replace(/\/$/, '')
  return {
    issuer: PUBLIC_URL,
    path,
    resource: PUBLIC_URL + RESOURCE_PATH,
    resourceMetadata: `${origin}${METADATA.resource}${path}${RESOURCE_PATH}`,
  }
}

/** The header WWW-Authenticate of a refused request of an agent: it names the place where the agent can ask for access. */
export function bearerChallenge(config: Pick<Config, 'PUBLIC_URL'>, { isWrong = false } = {}): string {
  const server = authorizationServer(config)
  const parts = [
    ...(isWrong ? ['error="invalid_token"'] : []),
    ...(server ? [`resource_metadata="${server.resourceMetadata}"`, 'scope="read propose"'] : []),
  ]
  return parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}`
}
