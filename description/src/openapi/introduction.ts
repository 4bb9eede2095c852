import { oneLine } from '@sheaf/contract/limits'
import type { ApiScheme } from '../call/call.ts'
import { blocks, code } from '../call/markdown.ts'
import { entriesOf, isObject, listOf, own, textAt, textOf } from '../json.ts'
import type { Tag } from './operations.ts'
import { externalDocs } from './schema/notes.ts'
import { serverBlocks, serversOf } from './servers.ts'
import type { Source } from './source.ts'

const schemesOf = ({ root, isSwagger }: Source): [string, unknown][] =>
  entriesOf(isSwagger ? own(root, 'securityDefinitions') : own(own(root, 'components'), 'securitySchemes'))

/** A short description of a security scheme: `API key in the header X-Key`. */
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

/** The security requirements of an operation, one line for each alternative. */
export function securityLines(source: Source, operation: unknown): string[] {
  const { t } = source
  const alternatives = own(operation, 'security') ?? own(source.root, 'security')
  if (!Array.isArray(alternatives)) return []
  if (alternatives.length === 0) return [t.noSecurity]
  const schemes = new Map(schemesOf(source))
  return alternatives.map((alternative) => {
    const parts = entriesOf(alternative).map(([name, scopes]) => {
      const words = schemeWords(source, source.refs.resolve(schemes.get(name)))
      const required = listOf(scopes).map(textOf).map(code)
      return [code(name), words, required.length > 0 ? t.scopes(required.join(', ')) : ''].filter(Boolean).join(' · ')
    })
    return parts.length > 0 ? parts.join(' + ') : t.orNone
  })
}

const SCHEMES_MAX = 20

function schemeOf(scheme: unknown): ApiScheme | undefined {
  const [type, place] = [textAt(scheme, 'type'), textAt(scheme, 'in')]
  if (type === 'apiKey')
    return place === 'header' || place === 'query' || place === 'cookie'
      ? { kind: place, key: oneLine(textAt(scheme, 'name'), 100) }
      : undefined
  if (type === 'basic') return { kind: 'basic', key: '' }
  if (type === 'oauth2' || type === 'openIdConnect') return { kind: 'bearer', key: '' }
  const http = type === 'http' ? textAt(scheme, 'scheme').toLowerCase() : ''
  return http === 'bearer' || http === 'basic' ? { kind: http, key: '' } : undefined
}

/** The schemes that an operation accepts, each once. */
export function securitySchemes(source: Source, operation: unknown): ApiScheme[] {
  const alternatives = own(operation, 'security') ?? own(source.root, 'security')
  const all = new Map(schemesOf(source))
  const schemes = new Map<string, ApiScheme>()
  for (const [index, alternative] of listOf(alternatives).entries())
    for (const [name] of entriesOf(alternative)) {
      const scheme = schemeOf(source.refs.resolve(all.get(name)))
      const id = scheme && `${scheme.kind} ${scheme.key}`
      if (!id || schemes.has(id) || schemes.size >= SCHEMES_MAX) continue
      schemes.set(id, index === 0 ? { ...scheme, isFirst: true } : scheme)
    }
  return [...schemes.values()]
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

/** All security schemes with their flows and scopes. */
function schemeBlocks(source: Source): string[] {
  return schemesOf(source).flatMap(([name, definition]) => {
    const scheme = source.refs.resolve(definition)
    const flows = entriesOf(own(scheme, 'flows'))
    const swaggerFlow = source.isSwagger && textAt(scheme, 'flow') ? [[textAt(scheme, 'flow'), scheme] as [string, unknown]] : []
    const openId = textAt(scheme, 'openIdConnectUrl')
    return [
      `### ${name.replace(/[\\`*_<[\]#$]/g, '\\$&')}`,
      [schemeWords(source, scheme), openId && code(openId)].filter(Boolean).join(' · '),
      blocks(textAt(scheme, 'description')),
      ...[...flows, ...swaggerFlow].filter(([, flow]) => isObject(flow)).flatMap(([flow, about]) => flowBlocks(source, flow, about)),
    ].filter(Boolean)
  })
}

const escaped = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*_<[\]#$]/g, '\\$&')

const linked = (text: string, url: string) =>
  url ? `[${escaped(text || url)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)` : escaped(text)

/** Version, contact, license, terms of service and external documentation, on one line. */
function facts({ t, root }: Source): string {
  const info = own(root, 'info')
  const contact = own(info, 'contact')
  const license = own(info, 'license')
  const email = textAt(contact, 'email')
  const who = [linked(textAt(contact, 'name'), textAt(contact, 'url')), email && `<${email.replace(/[<>\s]/g, '')}>`]
    .filter(Boolean)
    .join(', ')
  const terms = textAt(info, 'termsOfService')
  const rights = linked(textAt(license, 'name') || textAt(license, 'identifier'), textAt(license, 'url'))
  const lines = [
    textAt(info, 'version') && t.version(escaped(textAt(info, 'version'))),
    who && t.fact(t.contact, who),
    rights && t.fact(t.license, rights),
    terms && t.fact(t.terms, `<${terms.replace(/[<>\s]/g, encodeURIComponent)}>`),
    externalDocs(own(root, 'externalDocs')),
  ]
  return lines.filter(Boolean).join(' · ')
}

const section = (title: string, content: string[]) => (content.length > 0 ? [`## ${title}`, ...content] : [])

/** The descriptions of the tags: a list, or a section for each tag if a description is long. */
function groupBlocks(tags: Tag[]): string[] {
  const described = tags
    .map((tag) => ({ ...tag, docs: externalDocs(own(tag.definition, 'externalDocs')) }))
    .filter(({ description, docs }) => description || docs)
  const name = (tag: Tag) => (tag.title === tag.name ? '' : code(tag.name))
  const isShort = ({ description }: Tag) => !/\n|^(?:#|[-*+>|]\s|```)/.test(description)
  if (!described.every(isShort))
    return described.flatMap((tag) => [`### ${escaped(tag.title)}`, name(tag), blocks(tag.description), tag.docs].filter(Boolean))
  const lines = described.map(
    (tag) => `- ${[`**${escaped(tag.title)}**`, name(tag), blocks(tag.description), tag.docs].filter(Boolean).join(' · ')}`,
  )
  return lines.length > 0 ? [lines.join('\n')] : []
}

/** The first page of the item: description, servers, security and tags of the API. */
export function introduction(source: Source, tags: Tag[]): string {
  const { t, root } = source
  const info = own(root, 'info')
  const all = [
    blocks(textAt(info, 'summary')),
    facts(source),
    blocks(textAt(info, 'description')),
    ...section(t.servers, serverBlocks(source, serversOf(source, root))),
    ...section(t.security, schemeBlocks(source)),
    ...section(t.groups, groupBlocks(tags)),
  ]
  return `${all.filter(Boolean).join('\n\n')}\n`
}
