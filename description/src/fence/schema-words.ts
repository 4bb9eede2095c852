import type { ApiCall, ApiContent, ApiField } from '../call/call.ts'
import { schemaIn } from '../view/type-names.ts'
import { type PartWords, stepsOf } from './words.ts'

/** The section of a named schema that has its fields, and the first step of their paths: `fields.lines[].sku`. */
export const FIELDS = 'fields'

/** What people wrote on the pages of named schemas about their fields, by the name of the schema. */
export type SchemaWords = ReadonlyMap<string, PartWords[]>

/** Words of one schema by the steps of their paths. */
class Node {
  readonly words: PartWords[] = []
  private readonly below = new Map<string, Node>()

  /** The place of a field; `form` is the alternative that has it, '' for any. */
  make(name: string, form: string): Node {
    const key = JSON.stringify([form, name])
    const known = this.below.get(key) ?? new Node()
    this.below.set(key, known)
    return known
  }

  at(name: string, forms: Set<string>): Node[] {
    return ['', ...forms].flatMap((form) => this.below.get(JSON.stringify([form, name])) ?? [])
  }
}

function treeOf(all: PartWords[]): Node {
  const root = new Node()
  for (const word of all) {
    const [first, ...steps] = stepsOf(word.path) ?? []
    if (first?.name !== FIELDS || steps.length === 0) continue
    let node = root
    let form = first.form
    for (const step of steps) {
      node = node.make(step.name, form)
      form = step.form
    }
    node.words.push(word)
  }
  return root
}

type Found = (field: ApiField, schema: string, words: PartWords[]) => void

interface Owner {
  schema: string
  nodes: Node[]
}

/** Deeper fields keep the words of the source; tables leave them out. */
const DEPTH_MAX = 40

class Walk {
  private readonly trees: Map<string, Node>
  private readonly found: Found

  constructor(words: SchemaWords, found: Found) {
    this.trees = new Map([...words].map(([schema, all]) => [schema, treeOf(all)]))
    this.found = found
  }

  private inside(type: string, owners: Owner[]): Owner[] {
    const schema = schemaIn(type) ?? ''
    const tree = this.trees.get(schema)
    return tree ? [...owners, { schema, nodes: [tree] }] : owners
  }

  private fields(fields: ApiField[], owners: Owner[], form: string, depth: number): void {
    if (depth > DEPTH_MAX) return
    for (const field of fields) {
      const forms = new Set([form, field.only ?? ''].filter(Boolean))
      const here = owners
        .map(({ schema, nodes }) => ({ schema, nodes: nodes.flatMap((node) => node.at(field.name.trim(), forms)) }))
        .filter(({ nodes }) => nodes.length > 0)
      const first = here.find(({ nodes }) => nodes.some(({ words }) => words.length > 0))
      if (first)
        this.found(
          field,
          first.schema,
          first.nodes.flatMap(({ words }) => words),
        )
      if (field.fields) this.fields(field.fields, this.inside(field.type.trim(), here), '', depth + 1)
    }
  }

  private contents(contents: ApiContent[] = []): void {
    for (const { type, fields, forms = [] } of contents) {
      const owners = this.inside(type, [])
      this.fields(fields, owners, '', 0)
      for (const form of forms) this.fields(form.fields, this.inside(form.type, owners), form.name, 0)
    }
  }

  call(call: ApiCall): void {
    for (const list of [call.path, call.query, call.headers, call.cookies]) this.fields(list ?? [], [], '', 0)
    this.contents(call.bodies)
    for (const { headers, contents } of call.responses ?? []) {
      this.fields(headers, [], '', 0)
      this.contents(contents)
    }
    for (const { contents } of call.sections ?? []) this.contents(contents)
  }
}

/**
 * A call with what people wrote everywhere its schemas are used, in place of the words of the source or below them. A field inside another
 * schema gets the words that are nearest to the call: those of the outer schema go before those of the inner one.
 */
export function withSchemaWords(source: ApiCall, words: SchemaWords): ApiCall {
  if (words.size === 0) return source
  let isFound = false
  new Walk(words, () => {
    isFound = true
  }).call(source)
  if (!isFound) return source
  const call = structuredClone(source)
  new Walk(words, (field, schema, own) => {
    const replaced = own.findLast(({ mode }) => mode === 'replace')?.words
    const added = own.filter(({ mode }) => mode === 'add').map((one) => one.words)
    const before = replaced ?? field.description ?? field.remark ?? ''
    delete field.remark
    field.description = [before.trim(), ...added].filter(Boolean).join('\n\n')
    field.wordsOf = schema
  }).call(call)
  return call
}
