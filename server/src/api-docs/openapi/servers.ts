import { code, textCell } from '../api/api-cell.ts'
import { entriesOf, isObject, listOf, own, textAt, textOf } from './json.ts'
import type { Source } from './source.ts'

/** Where calls go; `variables` as they are described. */
export interface Server {
  url: string
  /** With the default of each variable in its place. */
  address: string
  description: string
  variables: { name: string; preset: string; values: string[]; description: string }[]
}

/** Swagger 2 has one host, and the schemes by which it answers. */
function swaggerServers({ root }: Source, holder: unknown): Server[] {
  const host = textAt(root, 'host')
  const base = textAt(root, 'basePath').replace(/\/+$/, '')
  const schemes = listOf(own(holder, 'schemes')).map(textOf).filter(Boolean)
  const known = schemes.includes('https') ? ['https', ...schemes.filter((one) => one !== 'https')] : schemes
  const urls =
    host === '' ? (base === '' ? [] : [base]) : (known.length > 0 ? known : ['https']).map((scheme) => `${scheme}://${host}${base}`)
  return urls.map((url) => ({ url, address: url, description: '', variables: [] }))
}

/** The servers named in `holder`: the document, a path or an operation. */
export function serversOf(source: Source, holder: unknown): Server[] {
  if (source.isSwagger) return holder === source.root || own(holder, 'schemes') !== undefined ? swaggerServers(source, holder) : []
  return listOf(own(holder, 'servers'))
    .filter(isObject)
    .map((server) => {
      const url = textAt(server, 'url')
      const variables = entriesOf(own(server, 'variables')).map(([name, said]) => ({
        name,
        preset: textAt(said, 'default'),
        values: listOf(own(said, 'enum')).map(textOf),
        description: textAt(said, 'description'),
      }))
      const description = [textAt(server, 'name'), textAt(server, 'description')].filter(Boolean).join(': ')
      return { url, address: withPresets(url, variables), description, variables }
    })
}

const withPresets = (url: string, variables: Server['variables']) =>
  url.replace(/\{([^{}]+)\}/g, (whole, name: string) => variables.find((one) => one.name === name)?.preset || whole).replace(/\/+$/, '')

/** Servers as tables: their addresses, and what their variables may be. */
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
