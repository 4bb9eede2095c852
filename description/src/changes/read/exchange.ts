import { entriesOf, isObject, isTrue, type Json, listOf, objectOf, own, textAt, textOf } from '../../json.ts'
import type { Operation } from '../../openapi/operations.ts'
import { Refs } from '../../openapi/source.ts'
import type { Described } from './described.ts'

/** A parameter or a header in the words of OpenAPI 3.1. */
export interface Parameter {
  place: string
  name: string
  isRequired: boolean
  isDeprecated: boolean
  schema: unknown
  /** How the value is written: style, explode and similar keywords. */
  style: string
  description: string
  examples: unknown
  /** The shared definition that it comes from, '' for none. */
  origin: string
}

export interface Media {
  schema: unknown
  encoding: unknown
  examples: unknown
}

export interface Body {
  isRequired: boolean
  description: string
  media: Map<string, Media>
  origin: string
}

export interface Response {
  description: string
  headers: Map<string, Parameter>
  media: Map<string, Media>
  links: unknown
  origin: string
}

/** The place of a shared definition, '' for a definition at its only place. */
const originOf = (definition: unknown): string => Refs.of(definition)?.split('/').slice(-2).join(' ') ?? ''

const defaultStyles = new Map([
  ['query', 'form'],
  ['cookie', 'form'],
  ['path', 'simple'],
  ['header', 'simple'],
])
/** Styles of Swagger 2 in the words of OpenAPI 3; '' for the usual one. */
const swaggerStyles: Record<string, string> = {
  csv: '',
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
  multi: 'form explode',
}

function styleOf(described: Described, parameter: Json, place: string, schema: unknown): string {
  const usual = defaultStyles.get(place) ?? 'form'
  const plain = usual === 'form' ? 'form explode' : usual
  if (described.source.isSwagger) {
    const format = textAt(parameter, 'collectionFormat') || 'csv'
    return textAt(parameter, 'type') === 'array' ? (Object.hasOwn(swaggerStyles, format) ? swaggerStyles[format] : format) || usual : plain
  }
  const style = textAt(parameter, 'style') || usual
  const explode = own(parameter, 'explode')
  const [content] = entriesOf(own(parameter, 'content'))
  // For a plain value, explode makes no difference.
  const isExploded = explode === undefined || isPlain(schema) ? style === 'form' : isTrue(explode)
  const flags = ['allowReserved', 'allowEmptyValue'].filter((key) => isTrue(own(parameter, key)))
  return [style, isExploded ? 'explode' : '', ...flags, content?.[0] ?? ''].filter(Boolean).join(' ')
}

const isPlain = (schema: unknown) => ['string', 'integer', 'number', 'boolean'].includes(textAt(schema, 'type'))

const parameterKeys = new Set(
  'name in required description example examples content x-example deprecated collectionFormat allowEmptyValue schema style explode'.split(
    ' ',
  ),
)

/** The schema of a Swagger 2 parameter is among its other keywords. */
const wordsOfSchema = (parameter: Json): Json => Object.fromEntries(Object.entries(parameter).filter(([key]) => !parameterKeys.has(key)))

function parameterOf(described: Described, parameter: Json, origin: string, given: { place: string; name: string }): Parameter {
  const [content] = entriesOf(own(parameter, 'content'))
  const schema = own(parameter, 'schema') ?? (content ? own(content[1], 'schema') : wordsOfSchema(parameter))
  return {
    ...given,
    isRequired: given.place === 'path' || isTrue(own(parameter, 'required')),
    isDeprecated: isTrue(own(parameter, 'deprecated')),
    schema,
    style: styleOf(described, parameter, given.place, schema),
    description: textAt(parameter, 'description').trim(),
    examples: own(parameter, 'example') ?? own(parameter, 'x-example') ?? own(parameter, 'examples'),
    origin,
  }
}

/** Headers that OpenAPI describes elsewhere. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization'])

/** Reads the requests and responses of a description. Shared definitions are read once. */
export class Exchanges {
  private readonly parameters = new Map<unknown, Parameter>()
  private readonly responses = new Map<unknown, Response>()
  private readonly described: Described

  constructor(described: Described) {
    this.described = described
  }

  /** The parameters by place and name, those of Swagger bodies included. Those of an operation override those of its path. */
  private all({ pathItem, spec, path }: Operation): Map<string, Parameter> {
    const found = new Map<string, Parameter>()
    const add = (definitions: unknown, shared: string) => {
      for (const definition of listOf(definitions)) {
        const parameter = this.described.resolve(definition)
        if (!isObject(parameter)) continue
        const [place, name] = [textAt(parameter, 'in'), textAt(parameter, 'name')]
        const key = `${place} ${place === 'header' ? name.toLowerCase() : name}`
        found.set(key, this.parameter(definition, parameter, { place, name }, originOf(definition) || shared))
      }
    }
    add(own(pathItem, 'parameters'), `path ${path}`)
    add(own(spec, 'parameters'), '')
    return found
  }

  private parameter(definition: unknown, parameter: Json, given: { place: string; name: string }, origin: string): Parameter {
    const known = this.parameters.get(parameter)
    if (known) return known
    const made = parameterOf(this.described, parameter, origin, given)
    if (Refs.of(definition) === undefined || Object.keys(definition as Json).length === 1) this.parameters.set(parameter, made)
    return made
  }

  /** The parameters of a call by place and name, without bodies. */
  parametersOf(operation: Operation): Map<string, Parameter> {
    const all = this.all(operation)
    for (const [key, { place, name }] of all)
      if (place === 'body' || place === 'formData' || (place === 'header' && ignoredHeaders.has(name.toLowerCase()))) all.delete(key)
    return all
  }

  bodyOf(operation: Operation): Body | undefined {
    if (this.described.source.isSwagger) return this.swaggerBody(operation)
    const definition = own(operation.spec, 'requestBody')
    if (definition === undefined) return undefined
    const body = this.described.resolve(definition)
    return {
      isRequired: isTrue(own(body, 'required')),
      description: textAt(body, 'description').trim(),
      media: this.mediaOf(own(body, 'content')),
      origin: originOf(definition),
    }
  }

  private mediaOf(content: unknown): Map<string, Media> {
    return new Map(
      Object.entries(objectOf(content)).map(([type, definition]) => {
        const media = this.described.resolve(definition)
        const schema = own(media, 'schema') ?? own(media, 'itemSchema')
        return [mediaType(type), { schema, encoding: own(media, 'encoding'), examples: own(media, 'example') ?? own(media, 'examples') }]
      }),
    )
  }

  /** Content types of Swagger 2, from the operation or from the document. */
  private types({ spec }: Operation, key: 'consumes' | 'produces'): string[] {
    const types = listOf(own(spec, key) ?? own(this.described.root, key))
      .map(textOf)
      .filter(Boolean)
    return types.length > 0 ? types : ['application/json']
  }

  private swaggerBody(operation: Operation): Body | undefined {
    const parameters = [...this.all(operation).values()]
    const body = parameters.find(({ place }) => place === 'body')
    const fields = parameters.filter(({ place }) => place === 'formData')
    if (!body && fields.length === 0) return undefined
    const media = new Map<string, Media>()
    if (body)
      for (const type of this.types(operation, 'consumes'))
        media.set(mediaType(type), { schema: body.schema, encoding: undefined, examples: undefined })
    if (fields.length > 0) {
      const hasFile = fields.some(({ schema }) => textAt(schema, 'type') === 'file')
      const forms = this.types(operation, 'consumes').filter((type) => /form/i.test(type))
      const schema = formSchema(fields)
      for (const type of forms.length > 0 ? forms : [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'])
        media.set(mediaType(type), { schema, encoding: undefined, examples: undefined })
    }
    const isRequired = body?.isRequired ?? fields.some((field) => field.isRequired)
    return { isRequired, description: body?.description ?? '', media, origin: body?.origin ?? '' }
  }

  /** The responses of a call by status. */
  responsesOf(operation: Operation): Map<string, Response> {
    return new Map(
      entriesOf(own(operation.spec, 'responses')).map(([status, definition]) => [
        status.toLowerCase(),
        this.response(operation, definition),
      ]),
    )
  }

  private response(operation: Operation, definition: unknown): Response {
    const response = objectOf(this.described.resolve(definition))
    // In Swagger 2, a response has the content types of its operation.
    const isShared = !this.described.source.isSwagger || own(operation.spec, 'produces') === undefined
    const known = isShared ? this.responses.get(response) : undefined
    if (known) return known
    const made: Response = {
      description: textAt(response, 'description').trim(),
      headers: this.headersOf(own(response, 'headers')),
      media: this.described.source.isSwagger ? this.swaggerMedia(operation, response) : this.mediaOf(own(response, 'content')),
      links: own(response, 'links'),
      origin: originOf(definition),
    }
    if (isShared) this.responses.set(response, made)
    return made
  }

  private swaggerMedia(operation: Operation, response: Json): Map<string, Media> {
    const schema = own(response, 'schema')
    if (schema === undefined) return new Map()
    const types = this.types(operation, 'produces')
    return new Map(types.map((type) => [mediaType(type), { schema, encoding: undefined, examples: own(own(response, 'examples'), type) }]))
  }

  private headersOf(headers: unknown): Map<string, Parameter> {
    const found = Object.entries(objectOf(headers)).flatMap(([name, definition]): [string, Parameter][] => {
      const header = this.described.resolve(definition)
      if (!isObject(header) || name.toLowerCase() === 'content-type') return []
      return [[name.toLowerCase(), parameterOf(this.described, header, originOf(definition), { place: 'header', name })]]
    })
    return new Map(found)
  }
}

/** A content type without what makes no difference: case, spaces and the usual character set. */
const mediaType = (type: string): string =>
  type
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/;charset="?utf-?8"?$/, '')

/** The fields of a form of Swagger 2 as the schema of a body. */
function formSchema(fields: Parameter[]): Json {
  const properties = fields.map(({ name, schema, description }): [string, unknown] => [name, { ...objectOf(schema), description }])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  }
}
