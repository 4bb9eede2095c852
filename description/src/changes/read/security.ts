import { entriesOf, isObject, listOf, objectOf, own, textAt, textOf } from '../../json.ts'
import { serversOf } from '../../openapi/servers.ts'
import { joined, packed } from './canon.ts'
import type { Described } from './described.ts'

/** One of the alternatives of an authorization: the scopes by scheme. */
export type Alternative = ReadonlyMap<string, readonly string[]>

/** The alternatives of a call or of the whole description; undefined if it has no list of its own. An empty list needs nothing. */
export function alternativesOf(holder: unknown): Alternative[] | undefined {
  const list = own(holder, 'security')
  if (!Array.isArray(list)) return undefined
  return list
    .filter(isObject)
    .map((one) => new Map(entriesOf(one).map(([name, scopes]) => [name, [...new Set(listOf(scopes).map(textOf))].sort()])))
}

/** An alternative as text: `key + oauth (read, write)`. */
export const alternativeText = (alternative: Alternative): string =>
  [...alternative]
    .map(([name, scopes]) => (scopes.length > 0 ? `${name} (${scopes.join(', ')})` : name))
    .sort()
    .join(' + ')

export const securityText = (alternatives: readonly Alternative[]): string =>
  packed(
    joined(
      [...new Set(alternatives.map((one) => packed(joined([...one].map(([name, scopes]) => joined([name, ...scopes])).sort()))))].sort(),
    ),
  )

/** Names of the flows of Swagger 2 in OpenAPI 3. */
const flowNames = new Map([
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode'],
])

/** What a scheme asks for, without texts. */
export function schemeText(described: Described, definition: unknown): string {
  const scheme = objectOf(described.resolve(definition))
  const type = textAt(scheme, 'type')
  const flows: [string, unknown][] = textAt(scheme, 'flow')
    ? [[flowNames.get(textAt(scheme, 'flow')) ?? textAt(scheme, 'flow'), scheme]]
    : entriesOf(own(scheme, 'flows'))
  const facts = type === 'basic' ? ['http', 'basic'] : [type, textAt(scheme, 'scheme').toLowerCase()]
  const more = ['name', 'in', 'bearerFormat', 'openIdConnectUrl'].map((key) => textAt(scheme, key))
  const addresses = ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl']
  const flow = ([name, one]: [string, unknown]) =>
    joined([name, ...addresses.map((key) => textAt(one, key)), ...Object.keys(objectOf(own(one, 'scopes'))).sort()])
  return packed(joined([...facts, ...more, ...flows.map(flow).sort()]))
}

/** The servers of `holder`: what each one says for people, by its address and its variables. */
export function serverTexts(described: Described, holder: unknown): Map<string, string> {
  const servers = serversOf(described.source, holder)
  return new Map(
    servers.map(({ url, variables, description }) => {
      const facts = variables.map(({ name, preset, values }) => `${name}=${preset}${values.length > 0 ? ` (${values.join(', ')})` : ''}`)
      return [[url.replace(/(?<!\/)\/+$/, ''), ...facts.sort()].join(' '), description]
    }),
  )
}

export const serversText = (servers: ReadonlyMap<string, string>): string => [...servers.keys()].sort().join(', ')
