import { code } from '../api/api-cell.ts'
import { blocks } from '../api/api-text.ts'
import { entriesOf, isObject, listOf, own, textAt, textOf } from './json.ts'
import type { Source } from './source.ts'

const schemesOf = ({ root, isSwagger }: Source): [string, unknown][] =>
  entriesOf(isSwagger ? own(root, 'securityDefinitions') : own(own(root, 'components'), 'securitySchemes'))

/** What a scheme is, in a few words: `API key in the header X-Key`. */
function schemeWords({ t }: Source, scheme: unknown): string {
  const type = textAt(scheme, 'type')
  const place = textAt(scheme, 'in')
  if (type === 'apiKey') return t.apiKey(t.keyIn[place] ?? place, code(textAt(scheme, 'name')))
  const http = textAt(scheme, 'scheme')
  const format = textAt(scheme, 'bearerFormat')
  if (type === 'http') return `HTTP ${http.charAt(0).toUpperCase()}${http.slice(1)}${format ? ` (${format})` : ''}`
  if (type === 'basic') return 'HTTP Basic'
  if (type === 'oauth2') return 'OAuth 2.0'
  if (type === 'openIdConnect') return 'OpenID Connect'
  return type === 'mutualTLS' ? 'Mutual TLS' : type
}

/** What an operation demands: a line for each way to satisfy it. */
export function securityLines(source: Source, said: unknown): string[] {
  const { t } = source
  const ways = own(said, 'security') ?? own(source.root, 'security')
  if (!Array.isArray(ways)) return []
  if (ways.length === 0) return [t.noSecurity]
  const schemes = new Map(schemesOf(source))
  return ways.map((way) => {
    const parts = entriesOf(way).map(([name, scopes]) => {
      const words = schemeWords(source, source.refs.resolve(schemes.get(name)))
      const asked = listOf(scopes).map(textOf).map(code)
      return [code(name), words, asked.length > 0 ? t.scopes(asked.join(', ')) : ''].filter(Boolean).join(' · ')
    })
    return parts.length > 0 ? parts.join(' + ') : t.orNone
  })
}

function flowBlocks({ t }: Source, name: string, flow: unknown): string[] {
  const addresses = (['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'] as const).flatMap((key) => {
    const url = textAt(flow, key)
    const word = key === 'deviceAuthorizationUrl' ? t.authorizationUrl : t[key]
    return url ? [`- ${word}: ${code(url)}`] : []
  })
  const scopes = entriesOf(own(flow, 'scopes')).map(([scope, words]) => `  - ${code(scope)}: ${textOf(words).replace(/\s+/g, ' ')}`)
  const title = t.flow[name] ?? name
  return [
    `${title}${textAt(flow, 'flow') ? ` (\`${name}\`)` : ''}`,
    [...addresses, ...(scopes.length > 0 ? [`- ${t.scope}`, ...scopes] : [])].join('\n'),
  ]
}

/** All schemes with their flows and scopes, for the introduction. */
export function schemeBlocks(source: Source): string[] {
  return schemesOf(source).flatMap(([name, said]) => {
    const scheme = source.refs.resolve(said)
    const flows = entriesOf(own(scheme, 'flows'))
    const own2 = source.isSwagger && textAt(scheme, 'flow') ? [[textAt(scheme, 'flow'), scheme] as [string, unknown]] : []
    const openId = textAt(scheme, 'openIdConnectUrl')
    return [
      `### ${name.replace(/[\\`*_<[\]#$]/g, '\\$&')}`,
      [schemeWords(source, scheme), openId && code(openId)].filter(Boolean).join(' · '),
      blocks(textAt(scheme, 'description')),
      ...[...flows, ...own2].filter(([, flow]) => isObject(flow)).flatMap(([flow, about]) => flowBlocks(source, flow, about)),
    ].filter(Boolean)
  })
}
