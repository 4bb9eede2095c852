import type { ApiCall, ApiContent } from '../api/api-call.ts'
import { contentsOf, swaggerContent } from './contents.ts'
import { isTrue, type Json, listOf, own, textAt, textOf } from './json.ts'
import type { Operation } from './operations.ts'
import { parameterField, parametersOf } from './parameters.ts'
import type { Source } from './source.ts'

const places = { path: 'path', query: 'query', querystring: 'query', header: 'headers', cookie: 'cookies' } as const

type RequestParts = Pick<ApiCall, 'path' | 'query' | 'headers' | 'cookies' | 'bodies' | 'bodyDescription'>

/** Everything that is sent: parameters by their place, and the body. */
export function requestOf(source: Source, operation: Operation): RequestParts {
  const parameters = parametersOf(source, operation.pathItem, operation.said)
  const asked: RequestParts = {}
  const { place } = operation
  for (const parameter of parameters) {
    const where = textAt(parameter, 'in')
    if (source.isSwagger && (where === 'body' || where === 'formData')) continue
    const key = Object.hasOwn(places, where) ? places[where as keyof typeof places] : 'query'
    asked[key] = [...(asked[key] ?? []), parameterField(source, place, textAt(parameter, 'name'), parameter)]
  }
  return { ...asked, ...(source.isSwagger ? swaggerBody(source, operation, parameters) : body(source, operation)) }
}

function body(source: Source, { said, place }: Operation): RequestParts {
  const request = own(said, 'requestBody')
  if (request === undefined) return {}
  const found = source.refs.resolve(request)
  const bodies = contentsOf(source, place, own(found, 'content'), 'request')
  const isRequired = isTrue(own(found, 'required'))
  if (isRequired && bodies[0]) bodies[0].notes = [source.t.required, ...(bodies[0].notes ?? [])]
  return { bodies, ...words(textAt(found, 'description')) }
}

const words = (text: string): Pick<ApiCall, 'bodyDescription'> => (text.trim() ? { bodyDescription: text } : {})

/** Content types as Swagger 2 lists them, for one operation or for all. */
export const typesOf = ({ root }: Source, said: Json, key: 'consumes' | 'produces'): string[] =>
  listOf(own(said, key) ?? own(root, key))
    .map(textOf)
    .filter(Boolean)

/** Swagger 2 has the body among the parameters: one in one piece, or the fields of a form. */
function swaggerBody(source: Source, { said, place }: Operation, parameters: Json[]): RequestParts {
  const types = typesOf(source, said, 'consumes')
  const whole = parameters.filter((one) => textAt(one, 'in') === 'body')
  const fields = parameters.filter((one) => textAt(one, 'in') === 'formData')
  const bodies: ApiContent[] = whole.map((parameter) => {
    const content = swaggerContent(source, place, types, own(parameter, 'schema'), undefined, 'request')
    return isTrue(own(parameter, 'required')) ? { ...content, notes: [source.t.required, ...(content.notes ?? [])] } : content
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
