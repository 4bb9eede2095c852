import type { ApiField } from '../../call/call.ts'
import { code } from '../../call/markdown.ts'
import type { Note } from '../../call/note.ts'
import { isObject, listOf, own, textAt, textOf } from '../../json.ts'
import type { Source } from '../source.ts'
import { type Flat, flatten } from './flat.ts'
import { fieldDescription, plainNote } from './notes.ts'

/** Limits of a type in the type column: nesting depth, and number of alternatives. */
const TYPE_DEPTH_MAX = 6
const TYPE_ALTERNATIVES_MAX = 24

/** The element schema of nested arrays. */
interface Core {
  lists: number
  flat: Flat
  /** The schemas of the inner arrays, without the outermost one. */
  between: Flat[]
  /** As in the type column: `array[Pet]`. */
  type: string
}

const isList = (flat: Flat) => flat.types.includes('array') || (flat.types.length === 0 && own(flat.words, 'items') !== undefined)

/** Whether the schema has child fields or alternatives. */
export const hasChildren = ({ properties, words, groups }: Flat): boolean =>
  properties.size > 0 ||
  groups.length > 0 ||
  isObject(words['additionalProperties']) ||
  isObject(words['patternProperties']) ||
  isObject(words['dependentSchemas']) ||
  isObject(words['then']) ||
  isObject(words['else']) ||
  listOf(words['prefixItems']).length > 0

function plainType(flat: Flat): string[] {
  const { words, types } = flat
  const format = textAt(words, 'format')
  if (types.length > 0) return format ? [...types.slice(0, -1), `${types.at(-1)} (${format})`] : types
  const values = 'const' in words ? [words['const']] : listOf(words['enum'])
  const kinds = new Set(
    values.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : isObject(value) ? 'object' : kindOf(value))),
  )
  if (kinds.size > 0) return [...kinds]
  return format ? [format] : []
}

const kindOf = (value: unknown) => (typeof value === 'object' ? 'number' : typeof value)

function baseType(source: Source, flat: Flat, depth: number): string {
  if (flat.isCircular) return `↻ ${flat.name}`.trim()
  if (flat.problem) return flat.problem.kind === 'remote' ? flat.problem.ref : flat.name || flat.problem.ref
  const isMap = isObject(flat.words['additionalProperties']) || isObject(flat.words['patternProperties'])
  const isObjectLike = flat.properties.size > 0 || isMap || (flat.types.length === 1 && flat.types[0] === 'object')
  if (isObjectLike && flat.groups.length === 0) return flat.name || 'object'
  const types = plainType(flat)
  if (flat.groups.length === 0) return types.join(' | ') || flat.name || 'any'
  const forms = formTypes(source, flat, depth)
  return forms.every((form) => form === 'any') ? types.join(' | ') || flat.name || (isObjectLike ? 'object' : 'any') : forms.join(' | ')
}

function formTypes(source: Source, flat: Flat, depth: number): string[] {
  if (depth >= TYPE_DEPTH_MAX) return ['any']
  const all = flat.groups.flatMap(({ schemas }) => schemas.slice(0, TYPE_ALTERNATIVES_MAX))
  const types = all.map((schema) => {
    const form = flatten(source, [schema], flat.open)
    // An alternative without a type inherits the type of its parent.
    if (form.types.length === 0) form.types.push(...flat.types)
    if (form.name && hasChildren(form)) return form.name
    return coreOf(source, form, depth + 1).type
  })
  return [...new Set(types)]
}

/** The element schema inside all nested arrays, with the type of the whole. */
export function coreOf(source: Source, outer: Flat, depth = 0): Core {
  const end = (type: string) => (outer.isNullable && type !== 'any' ? `${type} | null` : type)
  if (outer.isCircular || outer.problem || !isList(outer) || depth >= TYPE_DEPTH_MAX)
    return { lists: 0, flat: outer, between: [], type: end(baseType(source, outer, depth)) }
  const items = own(outer.words, 'items')
  const prefix = listOf(own(outer.words, 'prefixItems'))
  if (prefix.length > 0 || !isObject(items)) {
    const types = prefix.slice(0, TYPE_ALTERNATIVES_MAX).map((one) => coreOf(source, flatten(source, [one], outer.open), depth + 1).type)
    return { lists: 0, flat: outer, between: [], type: end(types.length > 0 ? `array[${types.join(', ')}]` : 'array') }
  }
  const inner = coreOf(source, flatten(source, [items], outer.open), depth + 1)
  const others = outer.types.filter((type) => type !== 'array')
  const between = depth > 0 ? [outer, ...inner.between] : inner.between
  return { lists: inner.lists + 1, flat: inner.flat, between, type: end([`array[${inner.type}]`, ...others].join(' | ')) }
}

/** The name of an alternative. */
function formName(source: Source, flat: Flat, index: number): string {
  const core = coreOf(source, flat)
  const title = textAt(flat.words, 'title')
  const named = core.flat.name || title || textAt(core.flat.words, 'title')
  if (named) return core.lists > 0 ? `array[${named}]` : named
  const constant = textOf(flat.words['const'])
  if (constant) return constant
  return ['object', 'any'].includes(core.type) ? source.t.form(index + 1) : core.type
}

interface Form {
  name: string
  core: Core
}

/** The alternatives of a schema: from oneOf, anyOf, conditions and dependent schemas. */
export function formsOf(source: Source, flat: Flat): Form[] {
  const groups = flat.groups.flatMap(({ schemas }) => schemas)
  const forms = groups.map((schema, index) => {
    const form = flatten(source, [schema], flat.open)
    return { name: formName(source, form, index), core: coreOf(source, form) }
  })
  const conditions = ['then', 'else'].flatMap((key) => (isObject(flat.words[key]) ? [[key, flat.words[key]] as const] : []))
  const dependent = Object.entries(isObject(flat.words['dependentSchemas']) ? flat.words['dependentSchemas'] : {})
  return [
    ...forms,
    ...[...conditions, ...dependent].map(([name, schema]) => ({ name, core: coreOf(source, flatten(source, [schema], flat.open)) })),
  ]
}

/** Notes on alternatives without fields. */
function plainForms(source: Source, flat: Flat): Note[] {
  const forms = flat.groups.length > 0 && !flat.isCircular ? formsOf(source, flat) : []
  return forms
    .filter(({ core }) => !hasChildren(core.flat))
    .flatMap(({ name, core }): Note[] => {
      const note = plainNote(source, core.flat)
      return note === undefined ? [] : [['of', code(name), note]]
    })
}

/** Limits of rows and levels; above them, a schema with its own page is linked and not repeated. */
const REPEATED = 60
const REPEATED_LEVELS = 3
/** Absolute limits of a table. */
const TABLE_ROWS_MAX = 3000
const TABLE_DEPTH_MAX = 24

interface Pending {
  field: ApiField
  core: Core
  depth: number
}

/** Makes the rows of one table, level by level, so that the upper levels are complete when a limit is reached. */
export class FieldMaker {
  private readonly pending: Pending[] = []
  private rows = 0
  private readonly source: Source
  private readonly place: string

  constructor(source: Source, place: string) {
    this.source = source
    this.place = place
  }

  /** A field of this name with its child fields. */
  static field(source: Source, place: string, name: string, schemas: unknown[], required?: boolean): ApiField {
    const maker = new FieldMaker(source, place)
    const field = maker.one(name, flatten(source, schemas), required, 0)
    maker.finish()
    return field
  }

  /** The fields of a schema, for a separate table. */
  static inside(source: Source, place: string, core: Core): ApiField[] {
    const maker = new FieldMaker(source, place)
    const fields = maker.inside(core, 0)
    maker.finish()
    return fields
  }

  private finish(): void {
    // The queue grows while it is read.
    for (const { field, core, depth } of this.pending) {
      const link = core.flat.name && this.source.schemaLinks.get(core.flat.name)
      const count = core.flat.properties.size
      if (link && (this.source.isTotalLimitReached || depth > REPEATED_LEVELS || this.rows + count > REPEATED))
        this.note(field, ['see', `[${core.flat.name}](${link})`])
      else if (this.rows + count > TABLE_ROWS_MAX || depth > TABLE_DEPTH_MAX || this.source.isPageLimitReached) {
        this.note(field, ['tooDeep'])
        this.source.report(this.place, 'depth')
      } else field.fields = this.inside(core, depth)
    }
  }

  private note(field: ApiField, note: Note): void {
    field.notes = [...(field.notes ?? []), note]
  }

  private one(name: string, flat: Flat, required: boolean | undefined, depth: number): ApiField {
    this.rows++
    const field: ApiField = { ...fieldDescription(this.source, flat, name), required }
    const core = coreOf(this.source, flat)
    field.type = core.type
    if (core.lists > 0) field.lists = core.lists
    this.ofEntries(field, core, flat)
    for (const note of plainForms(this.source, core.flat)) this.note(field, note)
    const link = core.flat.isCircular && this.source.schemaLinks.get(core.flat.name)
    if (link) this.note(field, `[${core.flat.name}](${link})`)
    if (!core.flat.isCircular && hasChildren(core.flat)) this.pending.push({ field, core, depth: depth + 1 })
    return field
  }

  /** Adds the notes on the entries of a list to the row of the list. */
  private ofEntries(field: ApiField, core: Core, flat: Flat): void {
    if (core.flat === flat) return
    for (const list of core.between) {
      const words = plainNote(this.source, list)
      if (words !== undefined) this.note(field, ['eachEntry', words])
    }
    const { enum: values, notes = [], description, example, default: preset } = fieldDescription(this.source, core.flat)
    if (values && !field.enum) field.enum = values
    if (!field.description && description) field.description = description
    else if (description && !core.flat.name) this.note(field, ['eachEntry', description])
    if (example !== undefined && !hasChildren(core.flat)) field.example ??= example
    if (preset !== undefined) this.note(field, ['eachEntry', ['default', code(preset)]])
    for (const note of notes) this.note(field, ['eachEntry', note])
  }

  private inside({ flat }: Core, depth: number): ApiField[] {
    const fields: ApiField[] = []
    for (const [name, schemas] of flat.properties) {
      if (this.rows > TABLE_ROWS_MAX) {
        this.source.report(this.place, 'depth')
        break
      }
      fields.push(this.one(name, flatten(this.source, schemas, flat.open), flat.required.has(name), depth))
    }
    const add = (name: string, schema: unknown, note?: Note) => {
      const field = this.one(name, flatten(this.source, [schema], flat.open), undefined, depth)
      if (note) this.note(field, note)
      fields.push(field)
    }
    for (const [index, schema] of listOf(flat.words['prefixItems']).entries()) add(String(index), schema)
    for (const [pattern, schema] of Object.entries(isObject(flat.words['patternProperties']) ? flat.words['patternProperties'] : {}))
      add('*', schema, ['keyPattern', code(pattern)])
    if (isObject(flat.words['additionalProperties'])) add('*', flat.words['additionalProperties'])
    return [...fields, ...this.forms(flat, depth)]
  }

  /** The fields of each alternative, marked with the name of the alternative. */
  private forms(flat: Flat, depth: number): ApiField[] {
    return formsOf(this.source, flat).flatMap(({ name, core }) => {
      if (core.flat.isCircular || this.rows > TABLE_ROWS_MAX || depth > TABLE_DEPTH_MAX) return []
      const prefix = core.lists > 0 ? `${'[]'.repeat(core.lists)}.` : ''
      const rows = core.flat.name && this.source.isTotalLimitReached ? [] : this.inside(core, depth + 1)
      return rows.map((row) => Object.assign(row, { name: prefix + row.name, only: row.only ? `${name} · ${row.only}` : name }))
    })
  }
}
