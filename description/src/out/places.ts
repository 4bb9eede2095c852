import { type Step, stepsOf } from '../fence/words.ts'
import { isObject, type Json, own, textAt } from '../json.ts'
import { callbacksOf, type Operation, operationsOf } from '../openapi/operations.ts'
import { decode, Refs, type Source } from '../openapi/source.ts'

/** A value of a document with its place: the keys from the root. */
export interface Spot {
  at: string[]
  node: Json
}

/** An operation with the path that has it. */
export interface OperationSpot extends Spot {
  pathItem: Spot
}

/** Schemas that are looked through for one field, and references that are followed one after another. */
const SCHEMAS_MAX = 500
const CHAIN_MAX = 40

/** Finds the object of a document whose `description` a path of words is about. */
export class Places {
  private readonly source: Source
  /** Since OpenAPI 3.1, a reference can have a description of its own. */
  private readonly hasOwnWords: boolean

  constructor(source: Source) {
    this.source = source
    this.hasOwnWords = /^3\.[1-9]/.test(textAt(source.root, 'openapi'))
  }

  at(...keys: string[]): Spot | undefined {
    return this.child({ at: [], node: this.source.root }, ...keys)
  }

  child(spot: Spot | undefined, ...keys: string[]): Spot | undefined {
    let node: unknown = spot?.node
    for (const key of keys) node = Array.isArray(node) && /^\d{1,6}$/.test(key) ? node[Number(key)] : own(node, key)
    return spot && isObject(node) ? { at: [...spot.at, ...keys], node } : undefined
  }

  /** The members of a list or a map that are objects. */
  private members(spot: Spot | undefined, key: string): Spot[] {
    const all = own(spot?.node, key)
    const keys = Array.isArray(all) ? all.map((_, n) => String(n)) : isObject(all) ? Object.keys(all) : []
    return keys.flatMap((one) => this.child(spot, key, one) ?? [])
  }

  /** The object that a reference leads to. */
  private target(spot: Spot | undefined): Spot | undefined {
    let at = spot
    for (let n = 0; n < CHAIN_MAX && at; n++) {
      const ref = Refs.of(at.node)
      if (ref === undefined) return at
      const local = this.source.refs.localOf(ref)
      if (!local?.startsWith('#/')) return undefined
      at = this.at(...local.slice(2).split('/').map(decode))
    }
    return undefined
  }

  /** Where the description of this object can be written: at a reference only if the version of the format allows it. */
  private own(spot: Spot | undefined): Spot | undefined {
    return this.hasOwnWords && this.target(spot) ? spot : this.target(spot)
  }

  /** A named schema. */
  schema(name: string): Spot | undefined {
    return this.own(this.source.isSwagger ? this.at('definitions', name) : this.at('components', 'schemas', name))
  }

  /** The places of the operations of the document, by their objects. */
  operations(): Map<Json, OperationSpot> {
    const all = new Map<Json, OperationSpot>()
    const take = (paths: Spot | undefined, operations: Operation[]) => {
      for (const operation of operations) {
        const pathItem = this.target(this.child(paths, operation.path))
        if (!pathItem) continue
        const methods = Object.keys(pathItem.node).filter((key) => own(pathItem.node, key) === operation.spec)
        const spot =
          methods.map((key) => this.child(pathItem, key))[0] ??
          this.members(pathItem, 'additionalOperations').find(({ node }) => node === operation.spec)
        if (!spot || all.has(operation.spec)) continue
        all.set(operation.spec, { ...spot, pathItem })
        if (operation.kind === 'callback') continue
        for (const { name, operation: callback } of callbacksOf(this.source, operation))
          take(this.target(this.child(spot, 'callbacks', name)), [callback])
      }
    }
    take(this.at('paths'), operationsOf(this.source, own(this.source.root, 'paths'), 'path'))
    for (const key of ['webhooks', 'x-webhooks']) take(this.at(key), operationsOf(this.source, own(this.source.root, key), 'webhook'))
    return all
  }

  /** The object whose description a path of words is about; undefined if the document has none. */
  of(operation: OperationSpot, path: string): Spot | undefined {
    const [first, ...rest] = stepsOf(path) ?? []
    if (!first) return undefined
    if (first.name === 'description' && rest.length === 0) return operation
    if (['path', 'query', 'header', 'cookie'].includes(first.name)) return this.parameter(operation, first.name, rest)
    if (first.name === 'body') return this.source.isSwagger ? this.swaggerBody(operation, rest, first) : this.body(operation, rest, first)
    return this.response(operation, first, rest)
  }

  private parameters({ pathItem, ...operation }: OperationSpot): Spot[] {
    return [...this.members(operation, 'parameters'), ...this.members(pathItem, 'parameters')]
  }

  private parameter(operation: OperationSpot, place: string, [step, ...rest]: Step[]): Spot | undefined {
    const isOne = (spot: Spot) => {
      const node = this.target(spot)?.node
      return textAt(node, 'name') === step?.name && textAt(node, 'in').replace('querystring', 'query') === place
    }
    return this.inParameter(this.parameters(operation).find(isOne), rest, step)
  }

  /** A parameter or a header, or a field in its schema. */
  private inParameter(spot: Spot | undefined, rest: Step[], step: Step | undefined): Spot | undefined {
    if (rest.length === 0) return this.own(spot)
    const found = this.target(spot)
    const schema = this.child(found, 'schema') ?? this.members(found, 'content').flatMap((one) => this.child(one, 'schema') ?? [])[0]
    return this.field(schema ?? found, rest, step?.form ?? '')
  }

  private body(operation: Spot, rest: Step[], first: Step): Spot | undefined {
    const request = this.child(operation, 'requestBody')
    return rest.length === 0 ? this.own(request) : this.inContent(this.target(request), first, rest)
  }

  private swaggerBody(operation: OperationSpot, rest: Step[], first: Step): Spot | undefined {
    const targets = this.parameters(operation).flatMap((one) => this.target(one) ?? [])
    const whole = targets.find(({ node }) => textAt(node, 'in') === 'body')
    if (rest.length === 0) return whole
    const [step, ...below] = rest
    const form = targets.find(({ node }) => textAt(node, 'in') === 'formData' && textAt(node, 'name') === step?.name)
    return form ? this.inParameter(form, below, step) : this.field(this.child(whole, 'schema'), rest, first.form)
  }

  private response(operation: Spot, first: Step, rest: Step[]): Spot | undefined {
    const spot = this.child(operation, 'responses', first.name)
    if (rest.length === 0) return this.own(spot)
    const response = this.target(spot)
    const [step, header, ...below] = rest
    if (step?.name === 'header' && header) return this.inParameter(this.child(response, 'headers', header.name), below, header)
    return this.source.isSwagger ? this.field(this.child(response, 'schema'), rest, first.form) : this.inContent(response, first, rest)
  }

  private inContent(holder: Spot | undefined, { type, form }: Step, rest: Step[]): Spot | undefined {
    const wanted = type.split(',').map((one) => one.trim())
    for (const media of this.members(holder, 'content')) {
      if (type !== '' && !wanted.includes(media.at.at(-1) ?? '')) continue
      const found = this.target(media)
      const field = this.field(this.child(found, 'schema') ?? this.child(found, 'itemSchema'), rest, form)
      if (field) return field
    }
    return undefined
  }

  /** A field below a schema. An alternative with the name `form` is looked through before the others. */
  private field(schema: Spot | undefined, [step, ...rest]: Step[], form: string): Spot | undefined {
    if (!step) return undefined
    for (const one of this.schemasIn(schema, form)) {
      const property = this.property(one, step.name)
      const found = property && (rest.length === 0 ? this.own(property) : this.field(property, rest, step.form))
      if (found) return found
    }
    return undefined
  }

  private property(schema: Spot, name: string): Spot | undefined {
    const known = this.child(schema, 'properties', name)
    if (known) return known
    if (name === '*') return this.members(schema, 'patternProperties')[0] ?? this.child(schema, 'additionalProperties')
    return /^\d+$/.test(name) ? this.child(schema, 'prefixItems', name) : undefined
  }

  /** The schemas that give a value its fields: itself, its entries if it is a list, and what it is combined from. */
  private *schemasIn(schema: Spot | undefined, form: string): Generator<Spot> {
    const seen = new Set<Json>()
    const open = [schema]
    for (let n = 0; n < open.length && seen.size < SCHEMAS_MAX; n++) {
      const spot = this.target(open[n])
      if (!spot || seen.has(spot.node)) continue
      seen.add(spot.node)
      yield spot
      const forms = ['oneOf', 'anyOf'].flatMap((key) => this.members(spot, key))
      const isForm = (one: Spot) => (Refs.of(one.node) ?? textAt(one.node, 'title')).split('/').at(-1) === form
      open.push(
        ...this.members(spot, 'allOf'),
        this.child(spot, 'items'),
        ...forms.filter(isForm),
        ...forms.filter((one) => !isForm(one)),
        ...['then', 'else'].map((key) => this.child(spot, key)),
        ...this.members(spot, 'dependentSchemas'),
      )
    }
  }
}
