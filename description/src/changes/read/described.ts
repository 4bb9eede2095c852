import { entriesOf, isObject, type Json, own, textAt } from '../../json.ts'
import { type Operation, operationsOf } from '../../openapi/operations.ts'
import { decode, Refs, Source } from '../../openapi/source.ts'
import { keysOf, type PartName } from '../../parts/keys.ts'
import { Canon } from './canon.ts'

/** An operation or a webhook of a description, with its key. */
export interface Call extends PartName {
  kind: 'operation' | 'webhook'
  /** Its operationId, '' if it has none or another operation has it too. */
  id: string
  name: PartName
  operation: Operation
}

/** Keywords and fields of one description that may be read; the rest is not compared. */
const READ_MAX = 20_000_000

const named = /^#\/(?:components\/schemas|definitions)\/([^/]+)$/

/** A description with what its comparison needs: its parts, its references by name, and the limits. */
export class Described {
  readonly source: Source
  readonly canon = new Canon()
  /** Named schemas in the order of the document. */
  readonly schemas: Map<string, unknown>
  readonly securitySchemes: Map<string, unknown>
  readonly operations: Call[]
  readonly webhooks: Call[]
  private left = READ_MAX
  private readonly keys = new Map<string, string>()
  private tooDeep = false

  constructor(document: unknown) {
    const root: Json = isObject(document) ? document : {}
    this.source = new Source(root, 'en', '')
    const components = own(root, 'components')
    const { isSwagger } = this.source
    this.schemas = new Map(entriesOf(isSwagger ? own(root, 'definitions') : own(components, 'schemas')))
    this.securitySchemes = new Map(entriesOf(isSwagger ? own(root, 'securityDefinitions') : own(components, 'securitySchemes')))
    this.operations = callsOf(operationsOf(this.source, own(root, 'paths'), 'path'), 'operation')
    this.webhooks = callsOf(operationsOf(this.source, own(root, 'webhooks') ?? own(root, 'x-webhooks'), 'webhook'), 'webhook')
  }

  get root(): Json {
    return this.source.root
  }

  get refs(): Refs {
    return this.source.refs
  }

  /** Whether a limit was reached, so that changes can be missing. */
  get isCut(): boolean {
    return this.tooDeep || this.left < 0 || this.canon.isCut
  }

  cut(): void {
    this.tooDeep = true
  }

  /** Counts what is read; false above the limit. */
  take(count: number): boolean {
    this.left -= count
    return this.left >= 0
  }

  resolve(value: unknown): unknown {
    return this.refs.resolve(value)
  }

  /** The name of the schema that a reference means: `schema Order`, `place #/…` or `remote …`; undefined if `value` is no reference. */
  refKey(value: unknown): string | undefined {
    const ref = Refs.of(value)
    if (ref === undefined) return undefined
    const known = this.keys.get(ref)
    if (known !== undefined) return known
    const local = this.refs.localOf(ref)
    const name = local === undefined ? undefined : named.exec(local)?.[1]
    const key = local === undefined ? `remote ${ref}` : name === undefined ? `place ${local}` : `schema ${decode(name)}`
    this.keys.set(ref, key)
    return key
  }

  /** The schema of such a name; undefined if there is none here. */
  target(key: string): unknown {
    const space = key.indexOf(' ')
    const name = key.slice(space + 1)
    if (key.startsWith('schema ')) return this.schemas.get(name)
    return key.startsWith('place ') ? this.refs.at(name) : undefined
  }
}

function callsOf(operations: Operation[], kind: Call['kind']): Call[] {
  const rows = operations.map((operation) => ({ operation, id: textAt(operation.spec, 'operationId').trim() }))
  const keys = keysOf(
    rows.map(({ operation: { method, path }, id }) => ({ method, path, id })),
    kind,
  )
  return rows.map(({ operation }, index) => ({ kind, operation, ...keys[index]!, name: { kind, key: keys[index]!.key } }))
}
