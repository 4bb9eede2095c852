import { entriesOf, isTrue, own, textAt } from '../../json.ts'
import { callbacksOf, type Operation } from '../../openapi/operations.ts'
import { neutralPath } from '../../parts/keys.ts'
import type { CallInks } from '../read/call-ink.ts'
import type { Media, Parameter, Response } from '../read/exchange.ts'
import { type Alternative, alternativesOf, serversText, serverTexts } from '../read/security.ts'
import type { Rule } from '../rules.ts'
import { type Finding, finding, inShared, within } from './finding.ts'
import { fieldPath, nameInPath } from './path.ts'
import type { SchemaComparison } from './schemas.ts'
import { securityFindings } from './security.ts'

type Side = 'request' | 'response'

/** Compares operations, webhooks and callbacks that are the same part in both versions. */
export class CallComparison {
  private readonly schemas: SchemaComparison
  private readonly before: CallInks
  private readonly after: CallInks
  private readonly today: string

  constructor(schemas: SchemaComparison, before: CallInks, after: CallInks, today: string) {
    this.schemas = schemas
    this.before = before
    this.after = after
    this.today = today
  }

  /** The rule for an operation that is gone. */
  goneRule({ spec }: Operation): Rule {
    const sunset = textAt(spec, 'x-sunset').slice(0, 10)
    return isTrue(own(spec, 'deprecated')) && !(sunset > this.today) ? 'operation.gone-deprecated' : 'operation.gone'
  }

  /** All differences of a call, for the direction in which each of them is. */
  of(before: Operation, after: Operation, isIncoming: boolean): { finding: Finding; side: Side }[] {
    const [sent, received]: [Side, Side] = isIncoming ? ['response', 'request'] : ['request', 'response']
    const on = (side: Side, findings: readonly Finding[]) => findings.map((one) => ({ finding: one, side }))
    return [
      ...on('request', this.settings(before, after)),
      ...on(sent, this.parameters(before, after, sent)),
      ...on(sent, this.body(before, after, sent)),
      ...on(received, this.responses(before, after, received)),
      ...this.callbacks(before, after, isIncoming),
      ...on('request', this.words(before, after)),
    ]
  }

  private settings(before: Operation, after: Operation): Finding[] {
    const found: Finding[] = []
    const [old, now] = [isTrue(own(before.spec, 'deprecated')), isTrue(own(after.spec, 'deprecated'))]
    const [sunsetBefore, sunsetAfter] = [textAt(before.spec, 'x-sunset'), textAt(after.spec, 'x-sunset')]
    if (old !== now) found.push(finding(now ? 'operation.deprecated' : 'operation.restored', '', now ? sunsetAfter : ''))
    else if (sunsetBefore !== sunsetAfter) {
      const isEarlier = sunsetAfter !== '' && (sunsetBefore === '' || sunsetAfter < sunsetBefore)
      found.push(finding(isEarlier ? 'operation.sunset-earlier' : 'operation.sunset', sunsetBefore, sunsetAfter))
    }
    // What both inherit from the document is compared there.
    const lists = [alternativesOf(before.spec), alternativesOf(after.spec)] as const
    if (before.kind !== 'callback' && (lists[0] || lists[1]))
      found.push(...securityFindings(this.security(0, lists[0]), this.security(1, lists[1])))
    const servers = [this.servers(0, before), this.servers(1, after)] as const
    if (servers[0] !== undefined || servers[1] !== undefined) {
      const [one, other] = [servers[0] ?? this.rootServers(0), servers[1] ?? this.rootServers(1)]
      if (one !== other) found.push(finding('operation.server', one, other))
    }
    return found
  }

  private version(index: 0 | 1) {
    return index === 0 ? this.schemas.before.described : this.schemas.after.described
  }

  private security(index: 0 | 1, own: Alternative[] | undefined): Alternative[] {
    return own ?? alternativesOf(this.version(index).root) ?? []
  }

  private servers(index: 0 | 1, { spec, pathItem }: Operation): string | undefined {
    const found = [spec, pathItem].map((holder) => serverTexts(this.version(index), holder)).find(({ size }) => size > 0)
    return found && serversText(found)
  }

  private rootServers(index: 0 | 1): string {
    return serversText(serverTexts(this.version(index), this.version(index).root))
  }

  private parameters(before: Operation, after: Operation, side: Side): Finding[] {
    const [old, now] = [this.before.exchanges.parametersOf(before), this.after.exchanges.parametersOf(after)]
    const isMoved = neutralPath(before.path) !== neutralPath(after.path)
    const renamed = isMoved ? new Map<string, string>() : pathNames(before.path, after.path)
    const isOfPath = ({ place }: Parameter) => isMoved && place === 'path'
    const found: Finding[] = []
    const gone = new Map(old)
    const added: Parameter[] = []
    for (const [key, parameter] of now) {
      const oldKey = renamed.get(key) ?? key
      const former = gone.get(oldKey)
      gone.delete(oldKey)
      if (former) found.push(...this.parameter(former, parameter, side))
      else if (!isOfPath(parameter)) added.push(parameter)
    }
    const byName = new Map<string, [key: string, former: Parameter][]>()
    for (const [key, former] of gone)
      if (former.place !== 'path') byName.set(former.name, [...(byName.get(former.name) ?? []), [key, former]])
    for (const parameter of added) {
      const elsewhere = (byName.get(parameter.name) ?? []).filter(([key]) => gone.has(key))
      const [[key, former] = []] = elsewhere.length === 1 ? elsewhere : []
      if (key === undefined || !former) {
        found.push(...inShared(parameter.origin, [newParameter(parameter, side)]))
        continue
      }
      gone.delete(key)
      found.push(...inShared(parameter.origin, [finding('parameter.place', former.place, parameter.place, pathOf(parameter))]))
    }
    for (const parameter of gone.values())
      if (!isOfPath(parameter)) found.push(...inShared(parameter.origin, [goneParameter(parameter, side)]))
    return found
  }

  private parameter(before: Parameter, after: Parameter, side: Side): Finding[] {
    const [old, now] = [this.before.parameter(before), this.after.parameter(after)]
    const path = pathOf(after)
    const found: Finding[] = []
    if (before.name !== after.name && before.place === 'path') found.push(finding('parameter.renamed', before.name, after.name))
    if (old.shape !== now.shape || old.words !== now.words) found.push(...this.header(before, after, side))
    return inShared(after.origin, within(path, found))
  }

  /** A parameter or a header, without its path. */
  private header(before: Parameter, after: Parameter, side: Side): Finding[] {
    const found: Finding[] = []
    const isRequest = side === 'request'
    if (before.isRequired !== after.isRequired) {
      const rules: [Rule, Rule] = after.isRequired
        ? ['parameter.required', 'response.header-required']
        : ['parameter.optional', 'response.header-optional']
      found.push(finding(rules[isRequest ? 0 : 1], '', ''))
    }
    if (before.isDeprecated !== after.isDeprecated)
      found.push(finding(after.isDeprecated ? 'parameter.deprecated' : 'parameter.restored', '', ''))
    if (before.style !== after.style)
      found.push(finding(isRequest ? 'parameter.style' : 'response.header-style', before.style, after.style))
    for (const one of this.schemas.of(before.schema, after.schema))
      found.push(one.path === '' ? { ...one, rules: ofParameter(one.rules) } : one)
    found.push(...this.texts(before, after))
    return found
  }

  /** Description and examples next to a schema. */
  private texts(before: { description?: string; examples: unknown }, after: { description?: string; examples: unknown }): Finding[] {
    const found: Finding[] = []
    if (before.description !== after.description) found.push(finding('words.description', before.description, after.description))
    const { canon } = this.schemas.before.described
    if (canon.of(before.examples) !== this.schemas.after.described.canon.of(after.examples))
      found.push(finding('words.example', before.examples, after.examples))
    return found
  }

  private body(before: Operation, after: Operation, side: Side): Finding[] {
    const [old, now] = [this.before.exchanges.bodyOf(before), this.after.exchanges.bodyOf(after)]
    if (!old && !now) return []
    if (!old)
      return [
        finding(now?.isRequired ? ['body.new-required', 'body.new'] : 'body.new', '', [...(now?.media.keys() ?? [])].join(', '), 'body'),
      ]
    if (!now) return [finding('body.gone', [...old.media.keys()].join(', '), '', 'body')]
    const found: Finding[] = []
    if (old.isRequired !== now.isRequired)
      found.push(finding(side === 'response' ? 'body.optional' : now.isRequired ? 'body.required' : 'body.optional', '', '', 'body'))
    const rules: MediaRules = side === 'request' ? ['body.media-gone', 'body.media-new'] : ['response.media-gone', 'response.media-new']
    found.push(...this.media(old.media, now.media, 'body', rules))
    if (old.description !== now.description) found.push(finding('words.description', old.description, now.description, 'body'))
    return inShared(now.origin, found)
  }

  /** The content types of a body. Types with the same schema are compared once. */
  private media(
    before: ReadonlyMap<string, Media>,
    after: ReadonlyMap<string, Media>,
    path: string,
    [goneRule, newRule]: MediaRules,
  ): Finding[] {
    const found: Finding[] = []
    const pairs = new Map<string, [types: string[], Finding[]]>()
    for (const [type, now] of after) {
      const old = before.get(type)
      if (!old) {
        if (!isCovered(type, before)) found.push(finding(newRule, '', type, path))
        continue
      }
      const [one, other] = [this.before.media(old), this.after.media(now)]
      const key = `${one.shape} ${one.words} ${other.shape} ${other.words}`
      const known = pairs.get(key)
      if (known) known[0].push(type)
      else pairs.set(key, [[type], one.shape === other.shape && one.words === other.words ? [] : this.content(old, now)])
    }
    // The content type is a part of the path only where several ones differ.
    for (const [types, findings] of pairs.values()) found.push(...within(pairs.size > 1 ? `${path}(${types[0]})` : path, findings))
    for (const type of before.keys()) if (!after.has(type) && !isCovered(type, after)) found.push(finding(goneRule, type, '', path))
    return found
  }

  private content(before: Media, after: Media): Finding[] {
    const found = [...this.schemas.of(before.schema, after.schema)]
    const [old, now] = [this.schemas.before.described.canon.of(before.encoding), this.schemas.after.described.canon.of(after.encoding)]
    if (old !== now) found.push(finding('body.encoding', before.encoding, after.encoding))
    return [...found, ...this.texts({ examples: before.examples }, { examples: after.examples })]
  }

  private responses(before: Operation, after: Operation, side: Side): Finding[] {
    const [old, now] = [this.before.exchanges.responsesOf(before), this.after.exchanges.responsesOf(after)]
    const found: Finding[] = []
    const gone = new Map(old)
    const ranges = [...old.keys()].filter(isRange)
    for (const [status, response] of now) {
      const from = old.has(status)
        ? status
        : (isRange(status) ? [...gone.keys()] : ranges).find((one) => one[0] === status[0] && gone.has(one) && !now.has(one))
      const former = from === undefined ? undefined : old.get(from)
      if (!former) found.push(finding('response.status-new', '', '', status))
      else if (former !== response) found.push(...within(status, inShared(response.origin, this.response(former, response, side))))
      if (from !== undefined) gone.delete(from)
    }
    const isOnlyDefault = ![...old.keys()].some(isSuccess)
    for (const status of gone.keys()) {
      const isError = !isSuccess(status) && !(status === 'default' && isOnlyDefault)
      found.push(finding(isError ? 'response.error-gone' : 'response.status-gone', '', '', status))
    }
    return found
  }

  private response(before: Response, after: Response, side: Side): Finding[] {
    const [old, now] = [this.before.response(before), this.after.response(after)]
    if (old.shape === now.shape && old.words === now.words) return []
    const rules: MediaRules = side === 'response' ? ['response.media-gone', 'response.media-new'] : ['body.media-gone', 'body.media-new']
    const found = this.headers(before, after, side)
    found.push(...this.media(before.media, after.media, '', rules))
    const links = [this.schemas.before.described.canon.of(before.links), this.schemas.after.described.canon.of(after.links)]
    if (links[0] !== links[1]) found.push(finding('response.link', namesText(before.links), namesText(after.links)))
    if (before.description !== after.description) found.push(finding('words.description', before.description, after.description))
    return found
  }

  private headers(before: Response, after: Response, side: Side): Finding[] {
    const found: Finding[] = []
    for (const [key, header] of after.headers) {
      const former = before.headers.get(key)
      const path = `.header${fieldPath(header.name)}`
      if (!former) found.push(...inShared(header.origin, [finding('response.header-new', '', '', path)]))
      else found.push(...inShared(header.origin, within(path, this.header(former, header, side))))
    }
    for (const [key, header] of before.headers) {
      if (after.headers.has(key)) continue
      const rule = header.isRequired ? 'response.header-gone' : 'response.header-gone-optional'
      found.push(finding(rule, '', '', `.header${fieldPath(header.name)}`))
    }
    return found
  }

  private callbacks(before: Operation, after: Operation, isIncoming: boolean): { finding: Finding; side: Side }[] {
    if (before.kind === 'callback') return []
    const of = (index: 0 | 1, operation: Operation) =>
      new Map(
        callbacksOf(index === 0 ? this.schemas.before.described.source : this.schemas.after.described.source, operation).map((one) => [
          `${one.name} ${one.operation.method} ${one.operation.path}`,
          one,
        ]),
      )
    const [old, now] = [of(0, before), of(1, after)]
    const found: { finding: Finding; side: Side }[] = []
    for (const [key, callback] of now) {
      const path = `callback.${nameInPath(callback.name)}`
      const former = old.get(key)
      if (!former) found.push({ finding: finding('callback.new', '', callback.operation.place, path), side: 'request' })
      else
        for (const { finding: one, side } of this.of(former.operation, callback.operation, !isIncoming))
          found.push({ finding: { ...one, path: `${path}${one.path && !one.path.startsWith('.') ? '.' : ''}${one.path}` }, side })
    }
    for (const [key, callback] of old)
      if (!now.has(key))
        found.push({
          finding: finding('callback.gone', callback.operation.place, '', `callback.${nameInPath(callback.name)}`),
          side: 'request',
        })
    return found
  }

  private words(before: Operation, after: Operation): Finding[] {
    const found: Finding[] = []
    for (const key of ['summary', 'description'] as const) {
      const [old, now] = [before, after].map(({ spec, pathItem }) => textAt(spec, key).trim() || textAt(pathItem, key).trim())
      if (old !== now) found.push(finding(`words.${key}`, old, now, key))
    }
    const tags = [before, after].map((one) => [...one.tags].sort().join(', '))
    if (tags[0] !== tags[1]) found.push(finding('words.tags', tags[0], tags[1], 'tags'))
    const docs = [before, after].map(({ spec }) => own(spec, 'externalDocs'))
    if (this.schemas.before.described.canon.of(docs[0]) !== this.schemas.after.described.canon.of(docs[1]))
      found.push(finding('words.docs', textAt(docs[0], 'url'), textAt(docs[1], 'url')))
    return found
  }
}

type MediaRules = readonly [gone: Rule, added: Rule]

const pathOf = ({ place, name }: Parameter) => `${nameInPath(place)}${fieldPath(name)}`

const namesText = (map: unknown) =>
  entriesOf(map)
    .map(([name]) => name)
    .sort()
    .join(', ')

function newParameter(parameter: Parameter, side: Side): Finding {
  const request = parameter.isRequired ? 'parameter.new-required' : 'parameter.new'
  return finding(side === 'request' ? request : 'response.header-new', '', '', pathOf(parameter))
}

function goneParameter(parameter: Parameter, side: Side): Finding {
  const response = parameter.isRequired ? 'response.header-gone' : 'response.header-gone-optional'
  return finding(side === 'request' ? 'parameter.gone' : response, '', '', pathOf(parameter))
}

/** The default of a parameter has rules of its own. */
function ofParameter([request, response]: Finding['rules']): Finding['rules'] {
  if (request === 'request.default') return ['parameter.default', response]
  return request === 'request.default-first' ? ['parameter.default-first', response] : [request, response]
}

/** Parameters of a path that have another name now: the key of the new one and that of the old one. */
function pathNames(before: string, after: string): Map<string, string> {
  const names = (path: string) => [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const old = names(before)
  return new Map(names(after).map((name, index) => [`path ${name}`, `path ${old[index] ?? name}`]))
}

/** Whether a range such as text/* in `types` contains the content type. */
const isCovered = (type: string, types: ReadonlyMap<string, unknown>) => types.has('*/*') || types.has(`${type.split('/')[0]}/*`)

const isSuccess = (status: string) => /^[123]/.test(status)

/** Whether a status is a range such as 2XX. */
const isRange = (status: string) => /^\dxx$/.test(status)
