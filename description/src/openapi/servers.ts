import { oneLine } from '@sheaf/contract/limits'
import type { ApiServer } from '../call/call.ts'
import { code, textCell } from '../call/markdown.ts'
import { entriesOf, isObject, type Json, listOf, own, textAt, textOf } from '../json.ts'
import { serverAddress } from '../samples/server.ts'
import { Source } from './source.ts'

/** A server of the API. */
interface Server {
  url: string
  /** The URL with the default value of each variable. */
  address: string
  description: string
  variables: { name: string; preset: string; values: string[]; description: string }[]
}

/** Swagger 2 has one host with several URL schemes. */
function swaggerServers({ root }: Source, holder: unknown): Server[] {
  const host = textAt(root, 'host')
  const base = textAt(root, 'basePath').replace(/(?<!\/)\/+$/, '')
  const schemes = listOf(own(holder, 'schemes')).map(textOf).filter(Boolean)
  const known = schemes.includes('https') ? ['https', ...schemes.filter((one) => one !== 'https')] : schemes
  const urls =
    host === '' ? (base === '' ? [] : [base]) : (known.length > 0 ? known : ['https']).map((scheme) => `${scheme}://${host}${base}`)
  return urls.map((url) => ({ url, address: url, description: '', variables: [] }))
}

/** The servers listed in `holder`: the document, a path or an operation. */
export function serversOf(source: Source, holder: unknown): Server[] {
  if (source.isSwagger) return holder === source.root || own(holder, 'schemes') !== undefined ? swaggerServers(source, holder) : []
  return listOf(own(holder, 'servers'))
    .filter(isObject)
    .map((server) => {
      const url = textAt(server, 'url')
      const variables = entriesOf(own(server, 'variables')).map(([name, definition]) => ({
        name,
        preset: textAt(definition, 'default'),
        values: listOf(own(definition, 'enum')).map(textOf),
        description: textAt(definition, 'description'),
      }))
      const description = [textAt(server, 'name'), textAt(server, 'description')].filter(Boolean).join(': ')
      return { url, address: serverAddress({ url, variables }), description, variables }
    })
}

const SERVERS_MAX = 20

/** The servers that a description names for all its operations: address, with the default values of its variables, and description. */
export const serversIn = (document: Json): { address: string; description: string }[] => {
  const source = new Source(document, 'en', '')
  return serversOf(source, document)
    .slice(0, SERVERS_MAX)
    .map(({ address, description }) => ({ address, description: oneLine(description, 200) }))
}

/** Servers as tables: their URLs, and the values of their variables. */
export function serverBlocks({ t }: Source, servers: Server[]): string[] {
  if (servers.length === 0) return []
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rows = servers.map(({ url, description }) => line([code(url), textCell(description)]))
  const variables = servers.flatMap((server) => server.variables)
  const seen = new Set<string>()
  const known = variables.map(({ name, preset, values, description }) =>
    line([code(name), preset && code(preset), values.map(code).join(', '), textCell(description)]),
  )
  const unique = known.filter((row) => !seen.has(row) && seen.add(row))
  return [
    [line([t.server, t.description]), line(['---', '---']), ...rows].join('\n'),
    ...(unique.length > 0
      ? [[line([t.name, t.default, t.enum, t.description]), line(['---', '---', '---', '---']), ...unique].join('\n')]
      : []),
  ]
}

const URL_CHARS_MAX = 2000
const VARIABLES_MAX = 20
const NAME_CHARS_MAX = 100
const VALUES_MAX = 100
const VALUE_CHARS_MAX = 200
const ABOUT_CHARS_MAX = 300

/** A server of which readers choose one; undefined if it is too large to be offered. */
function offered({ url, description, variables }: Server): ApiServer | undefined {
  const used = variables.filter(({ name }) => url.includes(`{${name}}`))
  const isSmall = ({ name, preset }: Server['variables'][number]) => name.length <= NAME_CHARS_MAX && preset.length <= VALUE_CHARS_MAX
  if (url.length > URL_CHARS_MAX || used.length > VARIABLES_MAX || !used.every(isSmall)) return undefined
  return {
    url,
    title: oneLine(description, ABOUT_CHARS_MAX),
    variables: used.map(({ name, preset, values, description: about }) => ({
      name,
      preset,
      values: values.filter((value) => value.length <= VALUE_CHARS_MAX).slice(0, VALUES_MAX),
      about: oneLine(about, ABOUT_CHARS_MAX),
    })),
  }
}

/** The servers that readers choose from: several, or one with variables. The first is the one in the address of the call. */
export function serverChoice(servers: Server[]): ApiServer[] {
  const [first, ...others] = servers.slice(0, SERVERS_MAX).map(offered)
  if (!first) return []
  const all = [first, ...others.filter((one) => one !== undefined)]
  return all.length > 1 || first.variables.length > 0 ? all : []
}
