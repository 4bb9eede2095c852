import type { ApiCall, ApiContent, ApiField, ApiResponse, ApiSection } from '../call/call.ts'
import { clientPage } from '../call/client.ts'
import { code } from '../call/markdown.ts'
import { noteText } from '../call/note.ts'
import { apiPageMarkdown } from '../call/page.ts'
import { entriesOf, isObject, isTrue, type Json, listOf, objectOf, own, textAt, textOf, valueText } from '../json.ts'
import { contentsOf, swaggerContent } from './contents.ts'
import { securityLines, securitySchemes } from './introduction.ts'
import { type Operation, titleOf } from './operations.ts'
import { parameterField, parametersOf } from './parameters.ts'
import { externalDocs } from './schema/notes.ts'
import { serverBlocks, serverChoice, serversOf } from './servers.ts'
import { Refs, type Source } from './source.ts'

const places = { path: 'path', query: 'query', querystring: 'query', header: 'headers', cookie: 'cookies' } as const

type RequestParts = Pick<ApiCall, 'path' | 'query' | 'headers' | 'cookies' | 'bodies' | 'bodyDescription'>

/** The request of an operation: parameters by their location, and the body. */
function requestOf(source: Source, operation: Operation): RequestParts {
  const parameters = parametersOf(source, operation.pathItem, operation.spec)
  const requestParts: RequestParts = {}
  const { place } = operation
  for (const parameter of parameters) {
    const location = textAt(parameter, 'in')
    if (source.isSwagger && (location === 'body' || location === 'formData')) continue
    const key = Object.hasOwn(places, location) ? places[location as keyof typeof places] : 'query'
    requestParts[key] = [...(requestParts[key] ?? []), parameterField(source, place, textAt(parameter, 'name'), parameter)]
  }
  return { ...requestParts, ...(source.isSwagger ? swaggerBody(source, operation, parameters) : body(source, operation)) }
}

function body(source: Source, { spec, place }: Operation): RequestParts {
  const request = own(spec, 'requestBody')
  if (request === undefined) return {}
  const found = source.refs.resolve(request)
  const bodies = contentsOf(source, place, own(found, 'content'), 'request')
  const isRequired = isTrue(own(found, 'required'))
  if (isRequired && bodies[0]) bodies[0].notes = [['required'], ...(bodies[0].notes ?? [])]
  return { bodies, ...words(textAt(found, 'description')) }
}

const words = (text: string): Pick<ApiCall, 'bodyDescription'> => (text.trim() ? { bodyDescription: text } : {})

/** Content types in Swagger 2, from the operation or from the document. */
const typesOf = ({ root }: Source, operation: Json, key: 'consumes' | 'produces'): string[] =>
  listOf(own(operation, key) ?? own(root, key))
    .map(textOf)
    .filter(Boolean)

/** In Swagger 2, the body is among the parameters: a single body parameter, or the fields of a form. */
function swaggerBody(source: Source, { spec, place }: Operation, parameters: Json[]): RequestParts {
  const types = typesOf(source, spec, 'consumes')
  const whole = parameters.filter((one) => textAt(one, 'in') === 'body')
  const fields = parameters.filter((one) => textAt(one, 'in') === 'formData')
  const bodies: ApiContent[] = whole.map((parameter) => {
    const content = swaggerContent(source, place, types, own(parameter, 'schema'), undefined, 'request')
    return isTrue(own(parameter, 'required')) ? { ...content, notes: [['required'], ...(content.notes ?? [])] } : content
  })
  if (fields.length > 0) {
    const hasFile = fields.some((one) => textAt(one, 'type') === 'file')
    const forms = types.filter((type) => /form/i.test(type))
    const contentType = forms.join(', ') || (hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded')
    bodies.push({
      contentType,
      type: '',
      fields: fields.map((one) => parameterField(source, place, textAt(one, 'name'), one)),
      examples: [],
    })
  }
  const description = whole.map((one) => textAt(one, 'description').trim()).filter(Boolean)
  return bodies.length > 0 ? { bodies, ...words(description.join('\n\n')) } : {}
}

function responsesOf(source: Source, operation: Operation): ApiResponse[] {
  return entriesOf(own(operation.spec, 'responses')).map(([status, definition]) => responseOf(source, operation, status, definition))
}

function responseOf(source: Source, { spec: operation, place }: Operation, status: string, definition: unknown): ApiResponse {
  const found = source.refs.resolve(definition)
  const at = `${place} ${status}`
  const [ref] = [Refs.of(definition)]
  const missing =
    ref !== undefined && !isObject(found)
      ? noteText([source.refs.localOf(ref) === undefined ? 'elsewhere' : 'nowhere', code(ref)], source.language)
      : ''
  const schema = own(found, 'schema')
  const examples = own(found, 'examples')
  const contents = source.isSwagger
    ? schema === undefined && !isObject(examples)
      ? []
      : [swaggerContent(source, at, typesOf(source, operation, 'produces'), schema, examples, 'response')]
    : contentsOf(source, at, own(found, 'content'), 'response')
  const more = links(source, own(found, 'links'))
  const summary = textAt(found, 'summary')
  source.countCharacters(textAt(found, 'description').length)
  return {
    status: status === 'default' ? source.t.allStatuses : status,
    description: [summary, textAt(found, 'description'), missing].filter(Boolean).join('\n\n'),
    headers: headersOf(source, at, own(found, 'headers')),
    contents,
    ...(more ? { more } : {}),
  }
}

function headersOf(source: Source, place: string, headers: unknown): ApiField[] {
  return Object.entries(objectOf(headers)).map(([name, header]) => {
    const found = source.refs.resolve(header)
    const { required, ...field } = parameterField(source, place, name, objectOf(found))
    return isObject(found) && 'required' in found ? { ...field, required } : field
  })
}

/** Response links: operations that use values of the response. */
function links(source: Source, definitions: unknown): string {
  const lines = entriesOf(definitions).map(([name, link]) => {
    const found = objectOf(source.refs.resolve(link))
    const id = textAt(found, 'operationId') || textAt(found, 'operationRef')
    const page = source.operationLinks.get(id)
    const target = page ? `[${id.replace(/[[\]\\]/g, '\\$&')}](${page})` : code(id)
    const values = entriesOf(own(found, 'parameters')).map(([parameter, value]) => `${code(parameter)} = ${code(valueText(value))}`)
    const body = found['requestBody'] === undefined ? [] : [`${source.t.body} = ${code(valueText(found['requestBody']))}`]
    const server = textAt(own(found, 'server'), 'url')
    const about = textAt(found, 'description').replace(/\s+/g, ' ').trim()
    return `- ${[`${code(name)} → ${target}`, [...values, ...body].join(', '), server && code(server), about].filter(Boolean).join(': ')}`
  })
  return lines.length > 0 ? `**${source.t.links}**\n\n${lines.join('\n')}` : ''
}

/** The servers of an operation: its own, those of its path or those of the document. */
function serversFor(source: Source, { kind, pathItem, spec }: Operation) {
  if (kind !== 'path') return { servers: [], isOwn: false }
  const own = [spec, pathItem].map((holder) => serversOf(source, holder)).find((all) => all.length > 0)
  return { servers: own ?? serversOf(source, source.root), isOwn: own !== undefined }
}

/** The URL of an operation, and the servers that a reader can choose instead of the first. */
function addressOf(source: Source, operation: Operation): Pick<ApiCall, 'url' | 'servers' | 'hasOwnServers' | 'isReceived'> {
  const { kind, path } = operation
  if (kind !== 'path') return { url: path, isReceived: true }
  const { servers, isOwn } = serversFor(source, operation)
  const choice = serverChoice(servers)
  return {
    url: `${servers[0]?.address ?? ''}${path.startsWith('/') ? '' : '/'}${path}`,
    ...(choice.length > 0 ? { servers: choice } : {}),
    ...(isOwn ? { hasOwnServers: true } : {}),
  }
}

/** Servers of this operation or its path. */
function ownServers(source: Source, operation: Operation): ApiSection[] {
  const { servers, isOwn } = serversFor(source, operation)
  return isOwn ? [{ title: source.t.servers, markdown: serverBlocks(source, servers).join('\n\n') }] : []
}

/** The section with the operationId and external documentation. */
function moreOf({ t }: Source, { spec }: Operation): ApiSection[] {
  const id = textAt(spec, 'operationId').trim()
  const lines = [
    id && `- operationId: ${code(id)}`,
    externalDocs(own(spec, 'externalDocs')) && `- ${externalDocs(own(spec, 'externalDocs'))}`,
  ]
  const markdown = lines.filter(Boolean).join('\n')
  return markdown ? [{ title: t.more, markdown }] : []
}

/** The call that an operation describes. `callbacks` are Markdown links to the pages of its callbacks. */
export function operationCall(source: Source, operation: Operation, callbacks: string[]): ApiCall {
  const { spec, pathItem, method } = operation
  const pathWords = [textAt(pathItem, 'summary'), textAt(pathItem, 'description')].map((text) => text.trim())
  const description = [...new Set([textAt(spec, 'description').trim(), ...pathWords])].filter(Boolean).join('\n\n')
  const callbackSection =
    callbacks.length > 0 ? [{ title: source.t.callbacks, markdown: callbacks.map((link) => `- ${link}`).join('\n') }] : []
  const isSecured = operation.kind === 'path' || own(spec, 'security') !== undefined
  const security = isSecured ? securitySchemes(source, spec) : []
  return {
    method,
    ...addressOf(source, operation),
    ...(description ? { description } : {}),
    deprecated: isTrue(own(spec, 'deprecated')),
    auth: isSecured ? securityLines(source, spec) : [],
    ...(security.length > 0 ? { security } : {}),
    ...requestOf(source, operation),
    responses: responsesOf(source, operation),
    sections: [...ownServers(source, operation), ...callbackSection, ...moreOf(source, operation)],
  }
}

export const callPage = (source: Source, operation: Operation, call: ApiCall): string =>
  source.client ? clientPage(titleOf(operation), call, source.language) : apiPageMarkdown(call, source.language)
