import type { ApiField, ApiResponse } from '../api/api-call.ts'
import { code } from '../api/api-cell.ts'
import { contentsOf, swaggerContent } from './contents.ts'
import { entriesOf, isObject, objectOf, own, textAt, valueText } from './json.ts'
import type { Operation } from './operations.ts'
import { parameterField } from './parameters.ts'
import { Refs } from './refs.ts'
import { typesOf } from './requests.ts'
import type { Source } from './source.ts'

export function responsesOf(source: Source, operation: Operation): ApiResponse[] {
  return entriesOf(own(operation.said, 'responses')).map(([status, said]) => responseOf(source, operation, status, said))
}

function responseOf(source: Source, { said: operation, place }: Operation, status: string, said: unknown): ApiResponse {
  const found = source.refs.resolve(said)
  const at = `${place} ${status}`
  const [ref] = [Refs.of(said)]
  const missing =
    ref !== undefined && !isObject(found) ? source.t[source.refs.localOf(ref) === undefined ? 'elsewhere' : 'nowhere'](code(ref)) : ''
  const schema = own(found, 'schema')
  const examples = own(found, 'examples')
  const contents = source.isSwagger
    ? schema === undefined && !isObject(examples)
      ? []
      : [swaggerContent(source, at, typesOf(source, operation, 'produces'), schema, examples, 'response')]
    : contentsOf(source, at, own(found, 'content'), 'response')
  const more = links(source, own(found, 'links'))
  const summary = textAt(found, 'summary')
  source.wrote(textAt(found, 'description').length)
  return {
    status: status === 'default' ? source.t.allStatuses : status,
    description: [summary, textAt(found, 'description'), missing].filter(Boolean).join('\n\n'),
    headers: headersOf(source, at, own(found, 'headers')),
    contents,
    ...(more ? { more } : {}),
  }
}

function headersOf(source: Source, place: string, said: unknown): ApiField[] {
  return Object.entries(objectOf(said)).map(([name, header]) => {
    const found = source.refs.resolve(header)
    const { required, ...field } = parameterField(source, place, name, objectOf(found))
    return isObject(found) && 'required' in found ? { ...field, required } : field
  })
}

/** What can be called next with what came back. */
function links(source: Source, said: unknown): string {
  const lines = entriesOf(said).map(([name, link]) => {
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
