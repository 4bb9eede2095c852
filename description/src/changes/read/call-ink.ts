import { isTrue, own, textAt } from '../../json.ts'
import { callbacksOf, type Operation } from '../../openapi/operations.ts'
import { joined, packed, sha256 } from './canon.ts'
import type { Call, Described } from './described.ts'
import { type Body, Exchanges, type Media, type Parameter, type Response } from './exchange.ts'
import { BOTH, type Ink, InkMaker, NO_INK, REQUEST, RESPONSE, SchemaInks } from './ink.ts'
import { alternativesOf, alternativeText, schemeText, securityText, serversText, serverTexts } from './security.ts'

/** What a call inherits from the document, as names of its uses. */
export const ROOT_SECURITY = 'root security'
export const ROOT_SERVERS = 'root servers'

interface CallInk extends Ink {
  /** Hashes of the parts of its request and its responses, by which similar calls are found. */
  pieces: string[]
}

/** More parts of one call are not used to find similar calls. */
const PIECES_MAX = 40

/** Reads calls as texts. Shared parameters and responses are read once. */
export class CallInks {
  readonly schemas: SchemaInks
  readonly exchanges: Exchanges
  private readonly shared = new Map<object, Ink>()
  private readonly calls = new Map<Operation, CallInk>()
  private readonly described: Described

  constructor(described: Described) {
    this.described = described
    this.schemas = new SchemaInks(described)
    this.exchanges = new Exchanges(described)
  }

  of({ operation, kind }: Call): CallInk {
    const known = this.calls.get(operation)
    if (known) return known
    const made = this.read(operation, kind === 'webhook')
    this.calls.set(operation, made)
    return made
  }

  /** `isIncoming` is true if the API sends the request. */
  private read(operation: Operation, isIncoming: boolean): CallInk {
    const { described, exchanges } = this
    const ink = new InkMaker()
    const pieces: string[] = []
    const [sent, received] = isIncoming ? [RESPONSE, REQUEST] : [REQUEST, RESPONSE]
    const part = (name: string, one: Ink, direction: number) => {
      pieces.push(sha256(joined([name, one.shape])).slice(0, 16))
      ink.fact(name, one.shape)
      ink.word(name, one.words)
      for (const [key, mask] of one.uses) if ((mask & (direction === sent ? REQUEST : RESPONSE)) > 0) ink.use(key, direction)
    }
    for (const [key, one] of sortedMap(exchanges.parametersOf(operation))) part(key, this.parameter(one), sent)
    const body = exchanges.bodyOf(operation)
    if (body) part('body', this.body(body), sent)
    for (const [status, response] of sortedMap(exchanges.responsesOf(operation))) part(status, this.response(response), received)
    this.settings(ink, operation)
    for (const { name, operation: callback } of operation.kind === 'callback' ? [] : callbacksOf(described.source, operation)) {
      const inner = this.read(callback, !isIncoming)
      ink.fact(`callback ${callback.method} ${name} ${callback.path}`, inner.shape)
      ink.word(`callback ${callback.method} ${name} ${callback.path}`, inner.words)
      ink.useAll(inner.uses)
    }
    const { spec, pathItem } = operation
    ink.word('summary', textAt(spec, 'summary').trim() || textAt(pathItem, 'summary').trim())
    ink.word('description', packed(textAt(spec, 'description').trim() || textAt(pathItem, 'description').trim()))
    ink.word('tags', described.canon.set(own(spec, 'tags') ?? ''))
    ink.word('docs', own(spec, 'externalDocs') === undefined ? '' : described.canon.of(own(spec, 'externalDocs')))
    return { ...ink.done(), pieces: pieces.slice(0, PIECES_MAX) }
  }

  /** Deprecation, authorization and servers. */
  private settings(ink: InkMaker, { spec, pathItem, kind }: Operation): void {
    const { described } = this
    if (isTrue(own(spec, 'deprecated'))) ink.fact('deprecated', '')
    if (textAt(spec, 'x-sunset')) ink.fact('sunset', textAt(spec, 'x-sunset'))
    const alternatives = alternativesOf(spec)
    if (alternatives) {
      ink.fact('security', securityText(alternatives))
      for (const name of alternatives.flatMap((one) => [...one.keys()])) ink.use(`scheme ${name}`, BOTH)
    } else if (kind === 'path') ink.use(ROOT_SECURITY, BOTH)
    const servers = [spec, pathItem].map((holder) => serverTexts(described, holder)).find(({ size }) => size > 0)
    if (servers) ink.fact('servers', serversText(servers))
    else if (kind === 'path') ink.use(ROOT_SERVERS, BOTH)
  }

  private once(part: object, read: (ink: InkMaker) => void): Ink {
    const known = this.shared.get(part)
    if (known) return known
    const maker = new InkMaker()
    read(maker)
    const ink = maker.done()
    this.shared.set(part, ink)
    return ink
  }

  parameter(parameter: Parameter): Ink {
    return this.once(parameter, (ink) => {
      if (parameter.isRequired) ink.fact('required', '')
      if (parameter.isDeprecated) ink.fact('deprecated', '')
      ink.fact('style', parameter.style)
      ink.part('schema', this.schemas.of(parameter.schema))
      ink.word('description', packed(parameter.description))
      ink.word('examples', parameter.examples === undefined ? '' : this.described.canon.of(parameter.examples))
    })
  }

  media({ schema, encoding, examples }: Media): Ink {
    const ink = new InkMaker()
    ink.part('schema', this.schemas.of(schema))
    if (encoding !== undefined) ink.fact('encoding', this.described.canon.of(encoding))
    ink.word('examples', examples === undefined ? '' : this.described.canon.of(examples))
    return ink.done()
  }

  private body(body: Body): Ink {
    const ink = new InkMaker()
    if (body.isRequired) ink.fact('required', '')
    for (const [type, media] of sortedMap(body.media)) ink.part(type, this.media(media))
    ink.word('description', packed(body.description))
    return ink.done()
  }

  response(response: Response): Ink {
    return this.once(response, (ink) => {
      for (const [name, header] of sortedMap(response.headers)) ink.part(`header ${name}`, this.parameter(header))
      for (const [type, media] of sortedMap(response.media)) ink.part(type, this.media(media))
      if (response.links !== undefined) ink.fact('links', this.described.canon.of(response.links))
      ink.word('description', packed(response.description))
    })
  }
}

/** What the introduction says: servers, authorization, and the texts about the whole API. */
export function introductionInk(described: Described): Ink {
  const { root, canon } = described
  const ink = new InkMaker()
  ink.fact('servers', serversText(serverTexts(described, root)))
  ink.fact('security', (alternativesOf(root) ?? []).map(alternativeText).sort().join(' | '))
  for (const [name, scheme] of sortedMap(described.securitySchemes)) ink.fact(`scheme ${name}`, schemeText(described, scheme))
  ink.word('info', canon.of(own(root, 'info')))
  ink.word('docs', canon.of(own(root, 'externalDocs')))
  ink.word('tags', canon.of(own(root, 'tags')))
  return ink.done()
}

/** Everything that a named part of the document refers to: a schema, or what calls inherit. */
export function targetInk(described: Described, inks: CallInks, key: string): Ink {
  const { root } = described
  if (key === ROOT_SERVERS) return { ...NO_INK, shape: serversText(serverTexts(described, root)) }
  if (key.startsWith('scheme ')) return { ...NO_INK, shape: schemeText(described, described.securitySchemes.get(key.slice(7))) }
  if (key !== ROOT_SECURITY) return inks.schemas.of(described.target(key))
  const alternatives = alternativesOf(root) ?? []
  const uses = new Map(alternatives.flatMap((one) => [...one.keys()]).map((name) => [`scheme ${name}`, BOTH]))
  return { shape: securityText(alternatives), words: '', uses }
}

function sortedMap<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
}
